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
