from ntdoc import testing as testing
from ntdoc.api import Array as Array
from ntdoc.api import DiagnosticError as DiagnosticError
from ntdoc.api import Function as Function
from ntdoc.api import Paper as Paper
from ntdoc.api import Tensor as Tensor
from ntdoc.api import array as array
from ntdoc.api import load as load

__version__: str
