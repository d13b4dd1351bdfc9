"""What single control sequences mean: letters, relations, spacing. Tables, and no logic."""

from __future__ import annotations

from ntdoc.regex import regex

GREEK = frozenset(
    [
        "alpha",
        "beta",
        "gamma",
        "delta",
        "epsilon",
        "varepsilon",
        "zeta",
        "eta",
        "theta",
        "vartheta",
        "iota",
        "kappa",
        "varkappa",
        "lambda",
        "mu",
        "nu",
        "xi",
        "omicron",
        "pi",
        "varpi",
        "rho",
        "varrho",
        "sigma",
        "varsigma",
        "tau",
        "upsilon",
        "phi",
        "varphi",
        "chi",
        "psi",
        "omega",
        "Gamma",
        "Delta",
        "Theta",
        "Lambda",
        "Xi",
        "Pi",
        "Sigma",
        "Upsilon",
        "Phi",
        "Psi",
        "Omega",
        "ell",
        "hbar",
        "imath",
        "jmath",
    ]
)
UNICODE_LETTERS = dict(
    zip(
        "αβγδϵεζηθϑικλμνξπρστυϕφχψωΓΔΘΛΞΠΣΥΦΨΩℓ",
        [
            "alpha",
            "beta",
            "gamma",
            "delta",
            "epsilon",
            "varepsilon",
            "zeta",
            "eta",
            "theta",
            "vartheta",
            "iota",
            "kappa",
            "lambda",
            "mu",
            "nu",
            "xi",
            "pi",
            "rho",
            "sigma",
            "tau",
            "upsilon",
            "phi",
            "varphi",
            "chi",
            "psi",
            "omega",
            "Gamma",
            "Delta",
            "Theta",
            "Lambda",
            "Xi",
            "Pi",
            "Sigma",
            "Upsilon",
            "Phi",
            "Psi",
            "Omega",
            "ell",
        ],
        strict=True,
    )
)
FUNCTIONS = frozenset(
    [
        "exp",
        "log",
        "ln",
        "lg",
        "sin",
        "cos",
        "tan",
        "cot",
        "sec",
        "csc",
        "sinh",
        "cosh",
        "tanh",
        "coth",
        "arcsin",
        "arccos",
        "arctan",
        "max",
        "min",
        "sup",
        "inf",
        "arg",
        "argmax",
        "argmin",
        "det",
        "tr",
        "dim",
        "deg",
        "gcd",
        "ker",
        "Pr",
    ]
)
UPRIGHT = frozenset(["mathrm", "operatorname", "operatorname*", "mathit", "textnormal", "rm"])
STYLED = frozenset(["mathbf", "boldsymbol", "bm", "mathbb", "mathcal", "mathscr", "mathfrak", "mathtt", "bf", "cal"])
ACCENTS = frozenset(
    [
        "hat",
        "tilde",
        "bar",
        "vec",
        "dot",
        "ddot",
        "check",
        "breve",
        "widehat",
        "widetilde",
        "overline",
        "underline",
        "acute",
        "grave",
    ]
)
SPACING = frozenset(
    [
        *",;:!> /",
        *("quad", "qquad", "enspace", "thinspace", "medspace", "thickspace", "negthinspace", "hfill", "nobreak"),
        *("allowbreak", "limits", "nolimits", "displaylimits", "strut", "mathstrut", "hspace", "break", "middle"),
        *("displaystyle", "textstyle", "scriptstyle", "scriptscriptstyle", "notag", "nonumber", "par", "space", "null"),
    ]
)
WIDE = frozenset({"quad", "qquad"})
SIZING = frozenset(f"{size}{side}" for size in ("big", "Big", "bigg", "Bigg") for side in ("", "l", "r", "m"))
ELLIPSES = frozenset(
    ["ldots", "cdots", "dots", "dotsc", "dotsb", "dotsm", "dotso", "vdots", "ddots", "vdotswithin", "shortvdotswithin"]
)

RELATIONS = {
    "=": "eq",
    "≈": "approx",
    "approx": "approx",
    "approxeq": "approx",
    "simeq": "approx",
    "cong": "other",
    "in": "in",
    "∈": "in",
    "le": "le",
    "leq": "le",
    "leqslant": "le",
    "≤": "le",
    "<": "lt",
    "lt": "lt",
    "ge": "ge",
    "geq": "ge",
    "geqslant": "ge",
    "≥": "ge",
    ">": "gt",
    "gt": "gt",
    "ne": "ne",
    "neq": "ne",
    "≠": "ne",
    "coloneqq": "define",
    "coloneq": "define",
    "triangleq": "define",
    "equiv": "define",
    "≔": "define",
    "≡": "define",
    "doteq": "define",
    "defeq": "define",
    "vcentcolon": "colon",
    "leftarrow": "update",
    "longleftarrow": "update",
    "gets": "update",
    "←": "update",
    "⟵": "update",
    "subseteq": "subset",
    "subset": "subset",
    "⊆": "subset",
    "supseteq": "other",
    "sim": "drawn",
    "propto": "scaled",
    "∼": "drawn",
    "notin": "other",
    "ll": "other",
    "gg": "other",
    "iff": "other",
    "implies": "other",
    "Rightarrow": "other",
    "Leftrightarrow": "other",
    "Longleftrightarrow": "other",
    "impliedby": "other",
    "perp": "other",
    "Leftarrow": "other",
    "Longleftarrow": "other",
    "mapsto": "other",
    "longmapsto": "other",
    "ni": "other",
    "∝": "scaled",
    "mid": "other",
    "Longrightarrow": "other",
}
THEN = frozenset(["leadsto", "rightsquigarrow"])
"""Arrows between two statements that say nothing of their truth."""
ARROWS = frozenset(["to", "rightarrow", "longrightarrow", "→", "⟶"])
MAPS = frozenset(["mapsto", "longmapsto", "↦"])
MULTIPLICATION = {
    "cdot": "times",
    "times": "times",
    "odot": "times",
    "*": "times",
    "⊙": "times",
    "·": "times",
    "×": "times",
    "circ": "other",
    "/": "divide",
    "div": "divide",
    "oslash": "divide",
    "⊘": "divide",
    "oplus": "other",
    "otimes": "other",
    "star": "other",
    "ast": "times",
    "⊕": "other",
    "⊗": "other",
    "∘": "other",
    "bullet": "other",
    "boxtimes": "other",
    "cup": "other",
    "cap": "other",
    "sqcup": "other",
    "sqcap": "other",
    "⊔": "other",
    "⊓": "other",
    "setminus": "other",
    "wedge": "other",
    "land": "other",
    "vee": "other",
    "lor": "other",
}
BIG_OPERATORS = {
    "sum": "sum",
    "prod": "prod",
    "∑": "sum",
    "∏": "prod",
    "bigodot": "prod",
    "bigoplus": "bigoplus",
    "bigcup": "bigcup",
    "bigcap": "bigcap",
    "int": "int",
    "lim": "lim",
    "bigotimes": "bigotimes",
    "coprod": "coprod",
    "limsup": "lim",
    "liminf": "lim",
    "bigwedge": "bigwedge",
    "bigvee": "bigvee",
}
OPENING = {"(": ")", "[": "]", "lbrack": "]", "lparen": ")"}
ROUNDING = {"lfloor": "rfloor", "lceil": "rceil"}
ANGLE = "⟨⟩"  # the name of the function that is written with angle brackets
_CLOSING = (")", "]", "rbrack", "rrbracket", "rparen", "}", "rbrace", "rvert", "rVert", "rangle")
CLOSING = frozenset([*_CLOSING, *ROUNDING.values()])
IN_A_FONT = regex(r"^[a-z]+\((\w+)\)$")  # the name of a letter in a font: `mathcal(O)`
BARS = frozenset(["|", "vert", "lvert", "mid"])
ALIGNMENTS = frozenset(
    f"{name}{star}"
    for name in ("align", "aligned", "alignat", "alignedat", "flalign", "split", "gather", "gathered", "eqnarray")
    for star in ("", "*")
)
ALIGNMENTS |= {"equation", "equation*", "multline", "multline*", "multlined", "subequations", "displaymath", "math"}
ALIGNMENTS |= {"IEEEeqnarraybox"}
MATRICES = frozenset(f"{kind}matrix{star}" for kind in ("", "b", "p", "v", "V", "B", "small") for star in ("", "*"))
NUMBER_SETS = {"R": "reals", "ℝ": "reals", "N": "naturals", "ℕ": "naturals", "Z": "integers", "ℤ": "integers"}

CONDITION_WORDS = ("if", "for all", "for any", "for every", "for each", "whenever", "when", "provided", "unless")
VERBS = (  # they separate, too, and yet a quantity may have such a name: `\text{recall} = …`
    "letting",
    "define",
    "defining",
    "denote",
    "denoting",
    "recall",
    "given",
    "gives",
    "give",
    "yields",
    "yield",
    "implies",
    "means",
)
SEPARATING_WORDS = (
    "where",
    "with",
    "and",
    "so that",
    "so",
    "then",
    "such that",
    "hence",
    "thus",
    "for",
    "iff",
    "or",
    "therefore",
    "i.e.",
    "let",
    "note that",
    "moreover",
    "namely",
    "since",
    "because",
    "but",
    "we have",
    "which",
    *VERBS,
)

# What stands between shapes, and for the empty one.
UNION = ("cup", "∪", "sqcup", "⊔")
MEET = ("cap", "∩", "sqcap", "⊓")
MINUS = ("setminus", "∖", "backslash")
EMPTY = ("emptyset", "varnothing", "∅")
