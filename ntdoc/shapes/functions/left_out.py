"""*With `a` held fixed, `J(m)` is …*, after `J(a, m) = …`: what the words say stays as it is may be left out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ntdoc.regex import regex
from ntdoc.shapes.bindings import Function, Signed
from ntdoc.shapes.calculus import held
from ntdoc.shapes.document import sentences
from ntdoc.shapes.environment import Environment
from ntdoc.shapes.expressions import infer
from ntdoc.shapes.typed import Typed
from ntdoc.source import Span

if TYPE_CHECKING:
    from ntdoc.shapes.session import Session

_FUNCTION_OF = regex(r"\bas a function of\b", re.IGNORECASE)


def with_held(
    session: Session, own: Sequence[Function | Signed], arguments: Sequence[Typed], env: Environment, span: Span
) -> list[Typed] | None:
    """The arguments with those that words before the call hold fixed, each the tensor of the letter; None if none are.

    The arguments that are written are the letters of the definition themselves.
    """
    written = [argument.span.text.strip() for argument in arguments]
    for binding in own:
        if not isinstance(binding, Function) or binding.extras or len(binding.parameters) <= len(arguments):
            continue
        letters = {symbol.span.text.strip(): symbol for symbol in binding.parameters}
        if [text for text in letters if text in written] != written:
            continue
        omitted = [symbol.full_name for text, symbol in letters.items() if text not in written]
        known = all(session.scope.is_tensor(name, env.at) for name in omitted)
        if known and _are_held(session, omitted, env):
            typed = dict(zip(written, arguments, strict=True))
            return [
                typed[text] if text in typed else infer.check(session, symbol.replace(span=span), env)
                for text, symbol in letters.items()
            ]
    return None


def _are_held(session: Session, names: Sequence[str], env: Environment) -> bool:
    """Whether the words hold each of them fixed, or speak of the call *as a function of* what is written."""
    at = env.at.parsed.span
    said = (*sentences.of_paragraph_before(at)[-1:], sentences.before(at, across=True))
    return {*names} <= {s.full_name for s in held.symbols(session.scope, env.at)} or any(map(_FUNCTION_OF.search, said))
