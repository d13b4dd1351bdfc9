"""The mark of each status, and what it means in a few words."""

from __future__ import annotations

from ntdoc.report import Status

GLYPHS = {
    Status.DECLARED: "∈",
    Status.EVALUATED: "=",
    Status.VERIFIED: "✓",
    Status.FAILED: "✗",
    Status.ERROR: "!",
    Status.BLOCKED: "⊘",
    Status.SKIPPED: "–",
}
MEANINGS = {
    Status.DECLARED: "says what a name is: its axes, its type, or a size",
    Status.EVALUATED: "has a value, which the example shows",
    Status.VERIFIED: "claims something, and that holds wherever it was tried",
    Status.FAILED: "claims something, and that does not hold",
    Status.ERROR: "cannot be right: axes that do not fit, or a name that nothing declares",
    Status.BLOCKED: "needs something that is in error or not checked",
    Status.SKIPPED: "was not checked, for the reason that is given",
}
