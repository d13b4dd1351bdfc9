"""The words of English that make a formula a conclusion, a premise, a case or a claim of all, a list for each class.

A module that reads prose asks *does it conclude?*, and not for the words that its author thought of, so it takes the
class: `regex(rf"\\b(?:{THEN})\\b")`. Each is an alternation without a group around it. What else a place allows stands
beside the class, `{THEN}|indeed`, and a place that must do without one of its words has a list of its own, and says
why. A new word belongs in the class if all who use it may read it so.
"""

from __future__ import annotations

# What only ever concludes: *hence `x = 1`*, *the sum is thus `1`*.
HENCE = r"thus|hence|therefore|consequently|accordingly|whence|as\s+a\s+(?:result|consequence)"
# What concludes at the beginning of a clause. Inside of one *then* may be of time, and *so* of degree.
THEN = rf"then|so|{HENCE}"
# What stands between a subject and its verb and changes nothing: *we thus have*, *which is again*, *it also satisfies*.
ADVERB = rf"also|again|now|then|still|indeed|clearly|obviously|evidently|of\s+course|in\s+fact|{HENCE}"
# What leads to something that holds: *we have*, *one then has*.
WE_HAVE = rf"(?:we|one)\s+(?:(?:{ADVERB})\s+)?(?:have|has)"
# What leads to something that comes out: *we get*, *one thus finds*.
WE_GET = rf"(?:we|one)\s+(?:(?:{ADVERB})\s+)?(?:gets?|obtains?|finds?|arrives?\s+at)"
# What makes a claim one of all: *for any `x`*, *for each of them*, *for arbitrary `n`*.
ANY = r"any|every|each|all|(?:an\s+)?arbitrary"
# What supposes what comes next: *suppose `x = 1`*, *assuming that*. Samples need not satisfy it.
SUPPOSE = r"suppose|supposing|assume|assuming|imagine|imagining|presume|pretend"
# The same anywhere in a sentence, as a verb or a noun: *under this assumption*, *it is supposed to be*.
SUPPOSES = r"suppos\w*|assum\w*|presum\w*|imagin(?:e|es|ed|ing)|pretend\w*"
# What makes what comes next a case: *if `x > 0`*, *provided that*, *as long as `n` is even*. It is none in *the table
# provided by*, nor where a list *is as long as* another.
IF = (
    r"if|when|whenever|(?<!is\s)(?<!are\s)provided(?:\s+that|(?!\s+(?:a[st]|by|for|from|here|in|on|to|with|is|are)\b))"
    r"|providing\s+that|on\s+(?:the\s+)?condition\s+that|in\s+(?:the\s+)?case(?:\s+(?:that|where))?"
    r"|(?<!is\s)(?<!are\s)(?<!be\s)(?<!half\s)(?<!twice\s)(?<!times\s)(?:as|so)\s+long\s+as"
)
# What brings in a letter for what follows, right before it: *let `x`*, *fix a `k`*, *pick any `n`*.
LET = r"let|take|consider|choose|fix|pick"
# What says that a thing is another one than before: *another map*, *instead*, and not *each other*. Beside it *second*
# and *next* may count, as in *the second term*.
OTHER = r"(?<!one\s)another|(?<!no\s)(?<!each\s)others?|new|different|instead|alternativ\w*"
# What may be done with what is there: *it can be written as*, *one could read it as*.
CAN = r"can|may|might|could"
# What leaves open whether it is so: *it might be*, *one would expect*. A *can* may just be able to.
HEDGE = r"may|might|could|would|should"
# What denies what comes next, beside *n't*.
NOT = r"not|no|never|neither|nor|none|cannot"

# Where mathematics begins, in a sentence or displayed, and where it ends; and the same of displays alone.
OPENS = r"\$+|\\[(\[]|\\begin\s*\{[a-z]+\*?\}"
CLOSES = r"\$+|\\[)\]]|\\end\s*\{[a-z]+\*?\}"
DISPLAY_OPENS = r"\$\$|\\\[|\\begin\s*\{[a-z]+\*?\}"
DISPLAY_CLOSES = r"\$\$|\\\]|\\end\s*\{[a-z]+\*?\}"
