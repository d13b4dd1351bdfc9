"""A loaded document: its functions and tensors by name, by label and by the id of a statement."""

from __future__ import annotations

import difflib
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from os import PathLike
from pathlib import Path
from threading import RLock

from ntdoc.api import prepared
from ntdoc.api.array import Array, in_dimensions, misuse, naming, written
from ntdoc.api.errors import DiagnosticError, UnknownNameError, told
from ntdoc.api.handles import Function, Given, Tensor, named_or_data, whole
from ntdoc.api.spelling import python_name, spelt
from ntdoc.configuration import find_configuration, read_configuration
from ntdoc.diagnostics import Diagnostic, Related, Severity
from ntdoc.labels import labels_of
from ntdoc.naming import name_tex
from ntdoc.operations.array import NamedArray
from ntdoc.reading import read_document, read_text
from ntdoc.reading.companions import companions_of
from ntdoc.reading.document import Document
from ntdoc.report import DocumentReport, Statement
from ntdoc.shapes.bindings import Binding, Declared, Signed
from ntdoc.shapes.bindings import Function as Defined
from ntdoc.shapes.bindings import Tensor as DefinedTensor
from ntdoc.shapes.document.entries import entries_of
from ntdoc.shapes.names.families import members
from ntdoc.shapes.names.lefts.roles import Role
from ntdoc.shapes.session import Session
from ntdoc.source import SharedFile
from ntdoc.survey import RECURSION, survey
from ntdoc.syntax import ast

Symbol = Function | Tensor


def load(path: str | PathLike[str]) -> Paper:
    """Read a document, with the companion file beside it if there is one, and the macros of its project.

    Raises DiagnosticError if it cannot be read, and ConfigurationError if the configuration of the project cannot be.
    What is wrong within it is said where it is needed: in `statements`, and by the calls that need it.
    """
    where = Path(path)
    shown_as = where.as_posix()
    macros = _shared_macros(where)
    document = read_document(where, shown_as, macros=macros)
    unreadable = [d for d in document.diagnostics if d.code == "NT101"]
    if unreadable:
        raise DiagnosticError(unreadable[0])
    return Paper(document, companions_of(document, where, macros))


def _shared_macros(document: Path) -> tuple[SharedFile, ...]:
    """The files of definitions that the configuration nearest to a document names."""
    file = find_configuration(Path(os.path.abspath(document)).parent)
    return () if file is None else read_configuration(file, os.path.relpath(file)).settings.macros


class _Shared:
    """What all views of one document have in common, each part made when it is first needed."""

    def __init__(self, document: Document, companions: tuple[Document, ...]) -> None:
        self.document = document
        self.companions = companions
        self.lock = RLock()
        self.surveyed: tuple[Session, list[Role]] | None = None
        self.report: DocumentReport | None = None


class Paper:
    """A document whose equations can be called: `paper.Attention`, `paper["Attention"]`, `paper["eq:attention"]`."""

    def __init__(
        self,
        document: Document,
        companions: tuple[Document, ...] = (),
        *,
        given: Given | None = None,
        sizes: Mapping[str, int] | None = None,
        shared: _Shared | None = None,
    ) -> None:
        self._shared = shared or _Shared(document, companions)
        self._given = dict(given or {})
        self._sizes = dict(sizes or {})
        self._handles: dict[str, Symbol] = {}
        self._names: dict[str, str] | None = None

    def __repr__(self) -> str:
        return f"<ntdoc.Paper {self.path}>"

    @property
    def path(self) -> str:
        return self._shared.document.path

    @property
    def report(self) -> DocumentReport:
        """All that `ntdoc check` finds; worked out when it is first asked for."""
        shared = self._shared
        with shared.lock:
            if shared.report is None:
                from ntdoc.compiler import compile_document  # not needed for calls

                shared.report = compile_document(shared.document, shared.companions)
            return shared.report

    @property
    def statements(self) -> tuple[Statement, ...]:
        """The statements of the document, each with its status and its value in the document's own example."""
        return self.report.statements

    @property
    def symbols(self) -> dict[str, Symbol]:
        """The functions and tensors of the document by name, as Python writes it where it can."""
        names = {name: python_name(name) for name in sorted(set(self.spellings.values()))}
        called = {alias if self.spellings.get(alias) == name else name: name for name, alias in names.items()}
        return {alias: self._symbol(name) for alias, name in called.items()}

    @property
    def session(self) -> Session:
        return self._survey()[0]

    @property
    def spellings(self) -> dict[str, str]:
        """How the names of the document may be written in Python, and what they are in it."""
        if self._names is None:
            self._names = spelt(self.session.scope.by_name)
        return self._names

    @told
    def given(self, *, sizes: Mapping[str, int] | None = None, **values: object) -> Paper:
        """The same document with values for what it only declares, and sizes that nothing else tells."""
        return Paper(
            self._shared.document,
            given=self._given | self.named_values(values),
            sizes={**self._sizes, **whole(sizes or {})},
            shared=self._shared,
        )

    @told
    def __getattr__(self, name: str) -> Symbol:
        if name.startswith("__"):
            raise AttributeError(name)
        return self._symbol(name)

    @told
    def __getitem__(self, name: str) -> Symbol | Statement:
        """A function or tensor by its name or by a `\\label`, or a statement by its id."""
        if name in self.spellings or self._is_member(name):
            return self._symbol(name)
        place = labels_of(self._shared.document).get(name)
        if place is not None:
            roles = [r for r in self._survey()[1] if r.entry.item == place.item and not r.entry.companion]
            rows = [r for r in roles if r.entry.piece.row == place.row]
            for own in (rows, roles):
                defined = {role.defines.name: role.defines for role in own if role.defines is not None}
                if len(defined) > 1 and own is rows:
                    raise self._of_several(name, defined)
                if defined:
                    return self._handle(next(iter(defined.values())))
            found = next((s for s in self.statements if s.item == place.item), None)
        else:
            found = next((s for s in self.statements if s.id == name), None)
        if found is not None:
            roles = [r for r in self._survey()[1] if r.defines is not None and r.entry.parsed.span == found.span]
            return self._handle(roles[0].defines) if roles and roles[0].defines is not None else found
        raise self._unknown(name, [*self.spellings, *labels_of(self._shared.document)])

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *(name for name in self.spellings if name.isidentifier())})

    def named_values(self, values: Mapping[str, object]) -> dict[str, NamedArray]:
        """Values for what the document only declares, by its own names. Raises DiagnosticError."""
        found = {}
        for keyword, value in values.items():
            name = self.name_of(keyword)
            if name is None:
                raise self._unknown(keyword, list(self.spellings))
            found[name] = self._named(name, value)
        return found

    def name_of(self, keyword: str) -> str | None:
        """What a keyword is called in the document: a symbol, or a member of a family of tensors, as `W^2` of `W^l`."""
        if keyword in self.spellings:
            return self.spellings[keyword]
        session, roles = self._survey()
        if not roles or ("_" not in keyword and "^" not in keyword):
            return None
        return keyword if members.tensor(session, keyword, session.environment(roles[-1].entry)) else None

    @contextmanager
    def checking(self, call: str) -> Iterator[None]:
        """Checking shapes is done by one thread at a time, and follows expressions by recursion."""
        with self._shared.lock:
            limit = sys.getrecursionlimit()
            sys.setrecursionlimit(max(limit, RECURSION))
            try:
                yield
            except RecursionError:
                raise misuse("what this needs is too long or too deeply nested to be followed", call) from None
            finally:
                sys.setrecursionlimit(limit)
                if len(self.session.bodies) > 4096:
                    self.session.bodies.clear()  # what calls of other sizes have left

    def _survey(self) -> tuple[Session, list[Role]]:
        shared = self._shared
        with shared.lock:
            if shared.surveyed is None:
                limit = sys.getrecursionlimit()
                sys.setrecursionlimit(max(limit, RECURSION))
                try:
                    shared.surveyed = survey(shared.document, shared.companions)
                finally:
                    sys.setrecursionlimit(limit)
            return shared.surveyed

    def _symbol(self, name: str) -> Symbol:
        found = self._handles.get(name)
        if found is None:
            known = self.spellings.get(name)
            if known is None and not self._is_member(name):
                raise self._unknown(name, list(self.spellings))
            found = self._handles[name] = self._made(known or name)
        return found

    def _made(self, name: str) -> Symbol:
        bindings = self.session.scope.by_name.get(name, [])
        functions = [b for b in reversed(bindings) if isinstance(b, (Defined, Signed))]
        if not bindings:
            functions = list(self._family(name))
        defined = [b for b in reversed(bindings) if isinstance(b, DefinedTensor)]
        declared = [b for b in reversed(bindings) if isinstance(b, Declared)]
        if functions:
            # Of several definitions with as many parameters the last one holds
            return Function(self, name, functions, self._written(name), self._given, self._sizes)
        sets = [b for b in declared if b.domain is not None]
        return Tensor(self, name, (defined or sets or declared)[0], self._given, self._sizes)

    def _handle(self, binding: Binding) -> Symbol:
        """The handle of one definition, whatever else has its name."""
        if isinstance(binding, (Defined, Signed)):
            return Function(self, binding.name, (binding,), self._written(binding.name), self._given, self._sizes)
        return Tensor(self, binding.name, binding, self._given, self._sizes)

    def _written(self, name: str) -> ast.Symbol:
        """A name as the parser reads it, so that it is known where the indices of a family stand in it."""
        plain = ast.Symbol(name, None, None, (), True, written(name))
        if name in self.session.scope.by_name:
            return plain
        for entry in entries_of(read_text(f"${name_tex(name)}$", "python")):
            parsed = entry.parsed
            if isinstance(parsed, ast.Chain) and isinstance(parsed.subjects[0], ast.Symbol):
                return parsed.subjects[0]
        return plain

    def _is_member(self, name: str) -> bool:
        """Whether a name is a member of a family of functions, as `MaxPool_2` is one of `MaxPool_k`."""
        return ("_" in name or "^" in name) and bool(self._family(name))

    def _family(self, name: str) -> tuple[Defined | Signed, ...]:
        session, roles = self._survey()
        return members.functions(session, name, session.environment(roles[-1].entry))[0] if roles else ()

    def _named(self, name: str, value: object) -> NamedArray:
        if isinstance(value, Array):
            return value.named
        if isinstance(value, NamedArray):
            return value
        call = f"{name}=…"
        data = named_or_data(value, name, call)
        if isinstance(data, NamedArray):
            return data
        axes = self._declared_axes(name)
        if not data.shape or (axes is not None and len(axes) == len(data.shape)):
            return NamedArray(axes if data.shape and axes is not None else (), data)
        has = f"{name} has {in_dimensions(data)}"
        wanted = "the document does not say what axes it has"
        if axes is not None:
            wanted = f"the document declares it with {'the axes ' + ' × '.join(axes) if axes else 'none'}"
        raise misuse(f"{has}, and {wanted}", call, hints=naming(name, axes or (), data))

    def _declared_axes(self, name: str) -> tuple[str, ...] | None:
        for binding in reversed(self.session.scope.by_name.get(name, [])):
            if isinstance(binding, Declared) and binding.domain is not None:
                return tuple(sized.axis.name for sized in binding.domain.shape.axes)
        return None

    def _of_several(self, label: str, defined: Mapping[str, Binding]) -> DiagnosticError:
        """That a label does not say which of the definitions of its row is meant."""
        names = {name: python_name(name) for name in defined}
        called = [alias if self.spellings.get(alias) == name else name for name, alias in names.items()]
        calls = " or ".join(f'paper["{name}"]' for name in called)
        message = f"the row with the label {label} has {len(defined)} definitions: {' and '.join(defined)}"
        related = tuple(Related(binding.span, f"{name} is defined here") for name, binding in defined.items())
        place = written(f'paper["{label}"]')
        return DiagnosticError(
            Diagnostic("NT501", message, place, related=related, hints=(f"say which one: {calls}",))
        )

    def _unknown(self, name: str, known: list[str]) -> UnknownNameError:
        near = difflib.get_close_matches(name, known, n=2)
        found = prepared.unknown_name(name, self.path, near)
        unread = next((d for d in self._shared.document.diagnostics if d.severity is Severity.ERROR), None)
        if unread is not None:
            place = (Related(unread.place, f"{unread.code}: {unread.message}"),)
            hint = "a part of the document is not read, and may define it"
            found = replace(found, related=(*found.related, *place), hints=(*found.hints, hint))
        return UnknownNameError(found)
