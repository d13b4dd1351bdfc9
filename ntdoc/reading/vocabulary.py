"""Which LaTeX commands and environments say nothing, set words, or open mathematics: tables, nothing else."""

from __future__ import annotations

from typing import Final

_DISPLAYS = "equation align alignat flalign gather multline eqnarray xalignat xxalignat dmath IEEEeqnarray empheq"
DISPLAYS: Final = frozenset({name + star for name in _DISPLAYS.split() for star in ("", "*")} | {"displaymath", "math"})
"""Environments that begin mathematics. `math` is inline."""

INNER: Final = frozenset(
    {
        "aligned", "alignedat", "gathered", "split", "multlined", "array", "cases", "dcases", "rcases",
        "cases*", "dcases*", "IEEEeqnarraybox",
        "matrix", "pmatrix", "bmatrix", "Bmatrix", "vmatrix", "Vmatrix", "smallmatrix",
    }
)  # fmt: skip
"""Environments that stand inside mathematics; bare in Markdown they make a display too."""

COLUMNS: Final = frozenset({"array", "subarray", "tabular", "darray", "IEEEeqnarraybox"})
"""Environments with an argument that describes their columns: `{@{}c@{}}`."""

COUNTED: Final = frozenset(
    {
        "alignat", "alignat*", "alignedat", "xalignat", "xalignat*", "xxalignat", "xxalignat*", "IEEEeqnarray",
        "IEEEeqnarray*",
    }
)  # fmt: skip
"""Environments with an argument that counts their columns, or describes them: `{2}`, `{rCl}`."""

WORDED: Final = frozenset({"cases*", "dcases*", "rcases*"})
"""Environments whose columns behind the first are words."""

TEXT: Final = frozenset(
    {
        "text", "textrm", "textbf", "textit", "textsf", "texttt", "textnormal", "textup", "textsl",
        "textsc", "textmd", "emph", "mbox", "hbox", "intertext", "shortintertext", "tag",
    }
)  # fmt: skip
"""Commands whose argument is words."""

DROPPED: Final = frozenset(
    {
        "notag", "nonumber", "displaystyle", "textstyle", "scriptstyle", "scriptscriptstyle", "protect",
        "relax", "mathstrut", "strut", "nobreak", "allowbreak", "break", "linebreak", "pagebreak",
        "nopagebreak", "displaybreak", "allowdisplaybreaks", "qedhere", "qed", "blacksquare", "hline", "toprule",
        "midrule", "bottomrule", "noindent", "centering", "xspace", "null", "/", "tiny", "scriptsize",
        "footnotesize", "small", "normalsize", "large", "Large", "LARGE", "huge", "Huge", "boldmath",
        "unboldmath", "unskip", "ignorespaces", "begingroup", "endgroup", "makeatletter", "makeatother",
        "fi", "else", "pause", "IEEEyesnumber", "IEEEyessubnumber", "IEEEnosubnumber", "IEEEeqnarraynumspace",
    }
)  # fmt: skip
"""Commands without arguments and without meaning."""

ENDS_PROOF: Final = frozenset({"square", "Box", "qedsymbol", "openbox"})
"""What ends a proof where it stands behind all formulas of a row."""

DROPPED_ARGUMENTS: Final = {
    "vphantom": 1, "phantom": 1, "hphantom": 1, "vspace": 1, "color": 1, "index": 1, "footnote": 1,
    "footnotemark": 0, "footnotetext": 1, "cline": 1, "cmidrule": 1, "rule": 2, "setlength": 2,
    "addtolength": 2, "setcounter": 2, "addtocounter": 2, "ref": 1, "eqref": 1, "cref": 1, "Cref": 1,
    "autoref": 1, "pageref": 1, "nameref": 1, "vref": 1, "cite": 1, "citep": 1, "citet": 1,
    "citealt": 1, "citealp": 1, "citeauthor": 1, "citeyear": 1, "hspace": 1,
    "MoveEqLeft": 0,
}  # fmt: skip
"""Commands that go with their arguments."""

TRANSPARENT: Final = {
    "ensuremath": (1, 1), "textcolor": (2, 2), "mathcolor": (2, 2), "colorbox": (2, 2), "smash": (1, 1),
    "mathclap": (1, 1), "mathllap": (1, 1), "mathrlap": (1, 1), "mathmakebox": (1, 1), "boxed": (1, 1),
    "fbox": (1, 1), "framebox": (1, 1), "makebox": (1, 1), "scalebox": (2, 2), "resizebox": (3, 3),
    "raisebox": (2, 2), "vcenter": (1, 1), "hyperlink": (2, 2), "hypertarget": (2, 2), "href": (2, 2),
    "texorpdfstring": (2, 1), "cssId": (2, 2), "class": (2, 2), "style": (2, 2), "bbox": (1, 1),
    "htmlClass": (2, 2), "htmlId": (2, 2), "htmlStyle": (2, 2), "htmlData": (2, 2),
    "shoveleft": (1, 1), "shoveright": (1, 1), "IEEEeqnarraymulticol": (3, 3),
}  # fmt: skip
"""Commands that stand for one of their arguments: how many there are, and which."""

BRACED: Final = (DROPPED_ARGUMENTS | TRANSPARENT).keys() - {
    "vphantom", "phantom", "hphantom", "smash", "boxed", "ensuremath", "mathclap", "mathllap", "mathrlap",
    "footnotemark", "MoveEqLeft",
}  # fmt: skip
"""Those of them whose arguments stand in braces: without any, they are names of the author's."""

OVERLAYS: Final = {
    "only": (1, 1), "onslide": (1, 1), "uncover": (1, 1), "visible": (1, 1), "invisible": (1, 1), "action": (1, 1),
    "alert": (1, 1), "structure": (1, 1), "alt": (2, 1), "temporal": (3, 3),
}  # fmt: skip
"""Commands of slides that show one of their arguments, on those slides that `<2->` behind the name says."""

WHICH_SLIDES: Final = r"(?=[^<>]*[\d+.])[\d+.,|:@()a-z\s-]+"
"""What stands between the signs of `<2->`, as a regular expression."""

LENGTHS: Final = frozenset({"kern", "mkern", "hskip", "mskip"})
"""Commands followed by a length without braces."""

SECTIONS: Final = {
    "part": 1, "chapter": 2, "section": 3, "subsection": 4, "subsubsection": 5, "paragraph": 6,
    "subparagraph": 7,
}  # fmt: skip
"""Sectioning commands of LaTeX, outermost first."""

DISTRIBUTED: Final = frozenset(
    {
        "glyphtounicode", "xy", "epsf", "pdfcolor", "supp-pdf", "miniltx", "tikz", "pgf", "amssym",
        "random", "binhex", "insbox", "ulem", "picinpar",
    }
)  # fmt: skip
"""Files that documents input and TeX distributions bring along."""

LAYOUT: Final = frozenset(
    {"begin", "end", "title", "author", "date", "maketitle", "item", "input", "include", "usepackage", "ensuremath"}
)
"""Commands of LaTeX that a package may set in its own way, without a change of what they say."""
