"""`python -m ntdoc`."""

import sys

from ntdoc.cli import main

if __name__ == "__main__":
    sys.exit(main())
