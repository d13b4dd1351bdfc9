"""The commands of the command line, a module for each: `run(options)` does it and returns the exit code."""
