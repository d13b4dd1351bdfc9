"""The words of English that make a formula a conclusion, a premise, a case or a claim of all, a list for each class.

A module that reads prose asks *does it conclude?*, and not for the words that its author thought of, so it takes the
class: `regex(rf"\\b(?:{THEN})\\b")`. Each is an alternation without a group around it. What else a place allows stands
beside the class, `{THEN}|indeed`, and a place that must do without one of its words has a list of its own, and says
why. A new word belongs in the class if all who use it may read it so.
"""

from __future__ import annotations

# A formula begins here, or the words end where it begins; and no sentence ends.
_FORMULA = r"[\s(\[]*(?:[^\sA-Za-z.,;:!?)\]]|\Z)"
# *Accordingly* concludes at the beginning of a clause. Inside of one, and in *for `y`, accordingly, `m = 1`*, it says
# that something is done in the same way, *we raise it accordingly*, and nothing follows from what was said before.
_ACCORDINGLY = r"(?-i:A)ccordingly|(?<![^.;:(\s]\s)accordingly|(?<=,\s)accordingly(?!,)"
# What only ever concludes: *hence `x = 1`*, *the sum is thus `1`*. *As a result of noise* only says why.
HENCE = (
    rf"thus|hence|therefore|consequently|{_ACCORDINGLY}|whence|whereupon"
    r"|as\s+a\s+(?:result|consequence)(?!\s+of\b)"
)
# What concludes at the beginning of a clause. Inside of one *then* may be of time, and *so* of degree.
THEN = rf"then|so|{HENCE}"
# What stands between a subject and its verb and changes nothing: *we thus have*, *which is again*, *it also satisfies*.
ADVERB = rf"also|again|now|then|still|indeed|clearly|obviously|evidently|of\s+course|in\s+fact|{HENCE}"
# The numbers that are written in words, each at its place.
NUMERALS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip
NUMERAL = "|".join(NUMERALS)
# As many of something as are more than one: *three rewards*.
SEVERAL = "|".join(NUMERALS[2:])
# What leads to something that holds: *we have*, *one then has*.
WE_HAVE = rf"(?:we|one)\s+(?:(?:{ADVERB})\s+)?(?:have|has)"
# What leads to something that comes out: *we get*, *one thus finds*.
WE_GET = rf"(?:we|one)\s+(?:(?:{ADVERB})\s+)?(?:gets?|obtains?|finds?|arrives?\s+at)"
# What makes a claim one of all: *for any `x`*, *for each of them*, *for arbitrary `n`*.
ANY = r"any|every|each|all|(?:an\s+)?arbitrary"
# What supposes what comes next: *suppose `x = 1`*, *assuming that*. Samples need not satisfy it. Where it is easy to
# *imagine*, and where *I presume* or *one may pretend*, this is said of people and supposes nothing.
SUPPOSE = (
    r"suppose|supposing|assume|assuming|imagining\s+that"
    r"|(?<!\bto\s)(?<!\bcan\s)(?<!\bmay\s)(?<!\bmight\s)(?<!\bcould\s)(?<!\bI\s)(?:imagine|presume|pretend)"
)
# The same anywhere in a sentence, verb or noun: *under this assumption*, *it is supposed to be*.
SUPPOSES = r"suppos\w*|assum\w*|presum\w*|imagin(?:e|es|ed|ing)|pretend\w*"
# *Provided* makes a case before *that*, a formula, or all that *it* is, *`A = B`, provided it is even*.
# It is a verb behind its subject, *the sensor provided `y`*, and *the table provided by them* has a participle.
_PROVIDED = (
    r"provided(?:,(?:\s+\w+){1,4},|\s+(?:in\s+addition|additionally|only|also|again|further|furthermore|moreover))?\s+that"
    r"|(?:(?<![A-Za-z]\s)|(?<=olds\s)|(?<=true\s)|(?<=alid\s)|(?<=nite\s)|(?<=tive\s)|(?<=ible\s)|(?<=ined\s)|(?<=ists\s)"
    r"|(?<=rges\s)|(?<=orks\s)|(?<=ique\s)|(?<=zero\s)|(?<=vex\s)|(?<=same\s)|(?<=only\s)|(?<=but\s))"
    rf"provided(?={_FORMULA}|\s+(?:the|its|their|our|all|each|every|both|no|none|these|those|this|there|it|they|we)\b"
    r"|\s+(?:not|only|at\s+(?:most|least))\b)"
    r"|(?<![A-Za-z]\s)provided(?=\s+(?!(?:by|for|from|here|in|on|to|with|as|at|is|are)\b)(?:[a-z-]+\s+){1,4}(?:is|are|has|have)\b)"
)
# *In the case that `n = 1`* and *in the case `n = 1`*, and not *in the case of images*, *in the case at hand*, nor
# where one is in it from now on, *we are in the case `n = 1`*.
_IN_CASE = (
    r"(?<!are\s)(?<!is\s)(?<!now\s)(?<!back\s)(?<!remain\s)(?<!work\s)"
    rf"in\s+the\s+case(?:\s+(?:that|where|when|in\s+which)\b|(?={_FORMULA}))|in\s+case(?!\s+of\b)(?:\s+that\b)?"
)
# *As long as `n` is even*, and not where a list is as long as another, or something takes as long as before.
_OF_LENGTH = (
    *("is", "are", "be", "was", "were", "been", "half", "twice", "times", "just", "exactly", "about", "equally"),
    *("nearly", "almost", "roughly", "least", "not", "takes", "take", "took", "lasts", "last", "lasted", "lives"),
)
_AS_LONG_AS = (
    "".join(rf"(?<!\b{word}\s)" for word in _OF_LENGTH)
    + r"(?:as|so)\s+long\s+as(?!\s+(?:another|each\s+other|one\s+another|before|above|usual|the\s+others?|those"
    r"|an?\s+(?![^.;:,]{0,60}\b(?:is|are|has|have|exists?|holds?|stays?|remains?)\b))\b)"
)
# What makes what comes next a case: *if `x > 0`*, *provided that*, *as long as `n` is even*.
IF = (
    rf"if|when|whenever|{_PROVIDED}|providing\s+that|on\s+(?:the\s+)?condition\s+that|{_IN_CASE}|{_AS_LONG_AS}"
)
# What brings in a letter for what follows, right before it: *let `x`*, *fix a `k`*, *pick any `n`*.
LET = r"let|take|consider|choose|fix|pick"
# What says that a thing is another one than before: *another map*, *instead*, and not *each other*. Beside it *second*
# and *next* may count, as in *the second term*.
OTHER = r"(?<!one\s)another|(?<!no\s)(?<!each\s)others?|new|different|instead|alternativ\w*"
# What makes another number of one: *which is halved*, *it is divided by `n`*.
CHANGED = r"divided|multiplied(?!\s+out\b)|averaged|scaled|normali[sz]ed|halved|doubled|clipped|shifted|rounded|centred"
# What may be done with what is there: *it can be written as*, *one could read it as*.
CAN = r"can|may|might|could"
# What leaves open whether it is so: *it might be*, *one would expect*. A *can* may just be able to.
HEDGE = r"may|might|could|would|should"
# What denies what comes next, beside *n't*.
NOT = r"not|no|never|neither|nor|none|cannot"

# Where mathematics begins, in a sentence or displayed, and where it ends; and the same of displays, and of formulas
# in sentences, alone.
OPENS = r"\$+|\\[(\[]|\\begin\s*\{[a-z]+\*?\}"
CLOSES = r"\$+|\\[)\]]|\\end\s*\{[a-z]+\*?\}"
DISPLAY_OPENS = r"\$\$|\\\[|\\begin\s*\{[a-z]+\*?\}"
DISPLAY_CLOSES = r"\$\$|\\\]|\\end\s*\{[a-z]+\*?\}"
FORMULA_OPENS = r"(?:\$|\\\()"
FORMULA_CLOSES = r"(?:\$|\\\))"
