"""The words that say how a formula beside them is meant, as a premise or in an example, and where sentences end."""

from __future__ import annotations

import re

from ntdoc.regex import regex
from ntdoc.shapes.document.sentences import FORMULA, STEP, STOP
from ntdoc.vocabulary import ADVERB, ANY, CAN, HENCE, IF, OPENS, SUPPOSE, THEN, WE_GET, WE_HAVE

WHERE = regex(r"\s*[,;:.]?\s*(where|with|in which|such that|here|and where)\b", re.IGNORECASE)
FOR = regex(r"\s*(?:,\s*)?for\s+(?:an?\s+|some\s+)?(?:\w+\s+)?")  # …, *for a batch* `B \\in S`
AND = regex(r"\s*[,;:]?\s*(and|or|,)\b", re.IGNORECASE)
QUALIFIES = regex(  # behind a display: *for any `x`*, *whenever `x > 0`*, and not *so with `x = 1` it is `y = 2`*
    rf"\s*(?:,\s*)?(?!(?:and|or)\s+(?!(?:for|where|with|whenever)\b)|(?:nor|but|yet|{THEN}|while|whereas)\b)"
    r"[a-z]"
)
SENTENCE_END = regex(
    rf"{STOP}[\"'”’)\]*_]*(?=\s|$)|\n\s*\n|\r\n\s*\r\n|\n\s*(?=[-*+>#] |\d+[.)] )|{STEP}|\\par\b"
    r"|\\(?:begin|end)\s*\{frame\}"
)
THAT_IS = regex(r"\b(?:i\.\s?e|e\.\s?g|viz|cf)\.$")  # …, *i.e.* and a display
_LISTS = r"\s*\{(?:itemize|enumerate|description|compactitem|compactenum)\*?\}"
_ITEM = r"(?:(?:[-*+]|\d+[.)])[ \t]|\\item\b|\|)"  # of a list, or a row of a table
ITEM = regex(rf"(?:\n[ \t>]*|\\begin{_LISTS}\s*(?:\[[^\]]*\]\s*)?){_ITEM}")
LIST_ENDS = regex(rf"\\end{_LISTS}|\n[ \t]*\r?\n(?=\S)(?!{_ITEM})")
LEADS_TO_LIST = regex(  # from a condition to the first item of the list behind its sentence
    rf"(?:(?!{STOP}\s|\n[ \t]*\n)(?:[^$]|{FORMULA}))*?(?::|\b(?:{WE_HAVE}|{WE_GET}|then|that)\b)[ \t]*(?:\r?\n[ \t]*)+"
    r"(?:(?:[-*+]|\d+[.)])[ \t]|(?:\\begin\s*\{\w+\*?\}(?:\s*\[[^\]]*\])?\s*)?\\item\b)",
    re.DOTALL,
)
NOTE_END = regex(r"(?:\r?\n)[ \t]*(?:\r?\n)(?=\S|\Z)")  # a blank line, and what comes next is not indented
OF_ALL_CASES = r"in general|the general (?:case|situation)|generally|in (?:any|every|either|each) case|in all cases"
IN_GENERAL = regex(rf"\b(?:{OF_ALL_CASES}|always)\b", re.IGNORECASE)
FOR_EVERY = regex(rf"\bfor\s+(?:{ANY})\b", re.IGNORECASE)
LOCAL = regex(  # "every word `w`", and not "all parameters after `t` steps", or "with any start `x_0`"
    rf"\b({IF}|(?:(?<=for )any|any(?!\s+(?:start(?:ing)?|initial)\b))|every|each|all|unless(?! otherwise)"
    r"|of type|of the form|instead of|than|not)\s+"
    r"(?:(?!(?:after|before|at|until|up|in|into|by|as|via)\b)\w+\s+){0,2}[(\[]?$",
    re.IGNORECASE,
)
OF_ALL = frozenset({"any", "every", "each", "all"})
SAID_OF_ALL = regex(  # "all scores and `M`", "each of the `n` images", "each of `n` images"
    r"\b(?:is|are|has|have|gets?)\s|\band\s*[(\[]?$"
    r"|\bof\s+(?:(?:the|these|those|its|our|their)\s+(?:(?:first|last|next|other|remaining)\s+)?)?$",
    re.IGNORECASE,
)
NEXT_CLAUSE = regex(r"\b(?:otherwise|else)\b|[,;]\s*(?:and\s+|or\s+)?(?!(?:and|or|then)\b)[a-z]", re.IGNORECASE)
PREDICATE = regex(
    r"\b(?:has|have|gets?|is|are|can|may|must|will|comes?|lies|lie|belongs?|takes?|from|of)\b", re.IGNORECASE
)
SMALL = regex(r"\b(?:small|tiny)\b", re.IGNORECASE)
LINE_BREAK = regex(r"(?<=[^\s\\])[ \t]*\n[ \t]*(?=[A-Za-z(])")  # within a sentence it is a space
FOOTNOTE = regex(r"\\footnote\s*\{(?:[^{}]|\{[^{}]*\})*\}")  # says something beside the sentence
THEOREM = regex(
    r"\\(begin|end)\s*\{(?:(?:thm|theorem|lem|lemma|prop|proposition|cor|corollary|claim|fact|restatable)\w*|(proof))\*?\}"
)
_OF_NUMBERS = r"(?:examples?|illustrations?|by hand|with numbers|in numbers)"
_OF_SLIDES = r"\{(?:frame|(?:example|alert)?block)\}"
EXAMPLE_ENDS = regex(  # or a slide, or a block of one, with such a title
    r"\\(begin|end)\s*\{(?:example|exmp|exam|examp|ex|eg|illustration|[a-z]*figure)s?\*?\}"
    rf"|\\(end)\s*{_OF_SLIDES}|\\(?:(begin)\s*{_OF_SLIDES}|(frametitle)\b)"
    r"\s*(?:<[^<>\n]*>)?\s*(?:\[[^\[\]\n]*\]\s*)*\{"
    rf"[^{{}}\n]*\b{_OF_NUMBERS}\b",
    re.IGNORECASE,
)
_BEGINS = r"^(?=\W*(?:(?-i:[A-Z])|(?:and|so|then|thus|hence|from|which|by|where|we|one)\b))"  # and not amid a clause
# The clause does not begin with what makes it one of another thing: *with weights one gets `m = 1`*, *in other books*.
_SAME_SETTING = (
    r"(?!\W*(?:(?:but|and|now|so)\s+)?(?:(?:with|without|for|in|under|on|at|among)\s+(?!"
    r"(?:this|that|these|those|it|them|both|all|any|every|each|particular|general|total|fact|turn|words|other\s+words|short"
    r"|sum|example|instance|addition|numbers|symbols|components|terms|the\s+(?:same|end|above|definition))\b)[a-z]"
    r"|(?:(?:taking|using)\s+(?!(?:the\s+|both\s+)?(?:sums?|means?|averages?|(?:common\s+)?factors?|(?:square\s+)?roots?|squares?"
    r"|log\w*|derivatives?|gradients?|expectations?|traces?|limits?|transposes?|inverses?|norms?|definitions?|linearity|rules?"
    r"|symmetry|identit(?:y|ies)|equations?|formulas?|laws?|this|that|these|it|sides?)\b)[a-z]+|choosing|dropping|omitting"
    r"|ignoring|neglecting|replacing|adding|removing|accounting|weighting|leaving"
    r"|by\s+(?:halving|doubling|tripling|raising|lowering|tuning))\b"
    r"|(?:we|one)\s+(?:can|could|may|might)\s+(?:also|instead)\b))"
)
_NO_OTHER = (  # *one gets the quadratic kernel `k = (x . y)^2`*
    r"(?!\s+(?:the|an?)\s+(?!(?:same|following|above|formulas?|equations?|identity|equality|expression|results?|sums?)\b)[a-z])"
)
_NOTHING_DONE = (  # *therefore we divide it by a root*
    r"(?!,?\s+(?:we|one|people|authors|(?:most|many|some)\s+[a-z]+)\s+(?:also\s+|often\s+|usually\s+)?"
    r"(?:divides?|multipl(?:y|ies)|scales?|rescales?|shifts?|weights?|normali[sz]es?|clips?|penali[sz]es?|adds?|us(?:e|es)"
    r"|replaces?|chang(?:e|es)|modif(?:y|ies)|raises?|lowers?)\b)"
)
CONCLUDES = regex(
    rf"(?:\b(?:(?:{HENCE}){_NOTHING_DONE}|so that|(?:shows|follows) that"
    r"|we (?:get|obtain|find)|(?:gives?|yields?|leads? to|implies|imply)"
    r"|equivalently|in other words|unroll(?:ed|ing)|unfold(?:ed|ing)|by induction)"
    rf"|(?:^|[.;:])\W*then,?\s+(?:{WE_HAVE}|it\s+holds)"
    rf"|(?:{_BEGINS}|[.;:]){_SAME_SETTING}(?:(?!\bin which case\b)[^.;:])*?\b{WE_GET}{_NO_OTHER})"
    r"\b"
    # and not the next case: "we get `z = 1`, and for `x = 2`"
    rf"(?:(?!(?:,|\band|\bbut|\bwhile)\s+(?:for|with|{IF}|at)\s*[$(\\]*\s*$)[^.;:]){{0,60}}:?\s*$"
    r"|,\s+(?:from\s+which|whence)(?:\s+(?:also|we|one|it)?\s*(?:has|have|follows(?:\s+that)?))?\s*$",
    re.IGNORECASE,
)
PREMISE_AFTER = regex(r"\s*(?:gives?|yields?|leads? to|results? in)\b", re.IGNORECASE)
EXAMPLE = regex(r"\b(?:for example|for instance|e\.g\.|such as|say)(?!\w)", re.IGNORECASE)
GIVES = regex(
    r"(?<!\\)\b(?:let|put|take|(?<!\b[Tt]he\s)(?<!\ba\s)(?<!\bthis\s)(?<!\b(?:each|that)\s)(?<!\bevery\s)"
    r"set(?!\s+(?:is|are|has|have|of|with|that|which|and|or)\b)"
    r"|choose|use|define|fill|reset(?!,|\s+and\b)|replace|replaced\s+(?:by|with)|initiali[sz]e|initially"
    r"|(?:begins?|starts?)(?![^.;:]*,\s+where\b)|starting|at first|from)\b[^.;:]{0,20}$",
    re.IGNORECASE,
)
RESULTS = regex(  # "from `v_0 = 0` we get", "are": what follows is given no more
    rf"\b{WE_GET}\b[^.;:]{{0,20}}$"
    r"|\bfrom\s,?\s?(?:this\s)?(?:gives|yields|produces|leads\sto|are|is|becomes?)\b[^.;:]{0,20}$"
    r"|\b(?:from|start(?:s|ing)?|begin(?:s|ning)?)\b[^.;:]{0,40}\b(?:gives?|yields?|produces?|leads?\sto)\b[^.;:]{0,20}$"
    r"|\b(?:gives|yields|produces),\sfrom\s,[^.;:]{0,20}$",  # "gives, from `v_0 = 0`, `v_1 = 2`"
    re.IGNORECASE,
)
STARTS_WHERE = regex(  # "training starts at `B = 0`, where": what is so there
    r"\b[a-z]+ (?:starts?|begins?|started|began) (?:(?:out|off) )?(?:at|with|from) ?[\s$(\\]*, where\b[^.;:]{0,20}$",
    re.IGNORECASE,
)
ASSUMES = regex(
    r"\bwith(?!\s+(?:the\s+)?inverse\b)\b"  # with a = 1 it is …
    r"(?:(?!\b(?:then|so|we have|is|are|has|have|becomes?|equals?|reads?|obeys?|gives|yields)\b)[^.;:]){0,20}$"
    rf"|\b(?:{SUPPOSE}|given|let|where|such that|satisfying|satisf(?:y|ies)"
    rf"|requires?|demands?|(?<!also )needs?|want|wish|{IF}|unless)\b"
    r"(?:(?!\b(?:then|we have)\b|,\s+(?:it\s+is|use|recall|remember|note)\b)[^.;:]){0,20}$"  # "if you are stuck, use"
    rf"|\b(?!\w+ing\b)(?:{SUPPOSE})\s+(?:\w+\s+)?that\b(?:(?!\bthen\b)[^.;:]){{0,40}}$"
    r"|\b(?:roots?|solutions?|zeros?)\s+(?:of|to)(?:\s+(?:the\s+)?(?:\w+\s+)?equations?)?$"
    r"|\b(?:they|equations?|systems?)\s+(?:say|reads?|states?)(?:\s+that)?[\s:]*$|\bnormal equations?\b[^.;]{0,20}$"
    r"|\b(?:is|are|be)\s+(?:(?:all|both|always|uniformly)\s+)*(?:bounded|limited|clipped|capped)\b[^.;]{0,40}[:,]\s*[$(\\]*$",
    re.IGNORECASE,
)
MUST_SATISFY = regex(  # "so that a contact matrix should satisfy"
    r"\b(?:should|must|ought\s+to|ha(?:s|ve)\s+to|needs?\s+to)\s+(?:[a-z]+ly\s+)?(?:satisfy|fulfil|obey)\b[\s$(\\]*$",
    re.IGNORECASE,
)
THEN_SATISFIES = regex(r"\bthen\b[^.;:]{0,60}\bsatisf(?:y|ies)\b[\s$(\\]*$", re.IGNORECASE)  # a claim
ARRANGES = regex(  # "without loss of generality", "we label them so that", "by rescaling, we can arrange that"
    r"\b(?:without\s+(?:any\s+)?loss\s+of\s+generality|w\.?\s?l\.?\s?o\.?\s?g\b\.?|by\s+convention)[^.;:]{0,40}$"
    r"|\b(?:re-?)?(?:order|sort|arrang|label|number|permut|rank|enumerat|scal|shift|translat|cent(?:er|r)|normali[sz]|rotat)"
    r"(?:e|es|ed|ing|ling|led|s)?\b(?:(?!\b(?:then|get|gives?|yields?|where|have)\b)[^.;:,]){0,60}"
    r"\b(?:(?:so|such)\s+that|to\s+have|in\s+such\s+a\s+way\s+that)\b[^.;]{0,30}$"
    rf"|\b(?:{CAN})\s+(?:always\s+)?(?:arrange|achieve|ensure)(?:\s+that)?\s*[\s$(]*$",
    re.IGNORECASE,
)
SUPPOSES_SO = regex(  # "assume that they are scaled so that"
    rf"\b(?:{SUPPOSE})\s+(?:\w+\s+)?that\b[^.;:$\\]*\bso\s+that[\s$(\\]*$", re.IGNORECASE
)
ASSUMES_MORE = regex(  # "suppose that …, and that …", "we need …, i.e. …"
    rf"\b(?:{SUPPOSE}|requires?|needs?|want)\b(?:(?!\b(?:then|so|we)\b)[^.;:])*[,(]\s*"  # "and hence have none, i.e."
    r"(?:i\.\s?e\.|that is),?\s*$|"
    rf"\b(?:{SUPPOSE})\b(?:(?!\b(?:{THEN}|we)\b)[^.;:])*\band\b(?:(?!\b(?:{THEN}|we)\b)[^.;:]){{0,40}}$",
    re.IGNORECASE,
)
ASSUMES_SUCH = regex(  # "let `A` be symmetric from now on, that is, `A = …`"
    rf"\b(?:let|{SUPPOSE})\b[^.;:]{{0,20}}\b(?:be|is|are)\b(?:(?!\b(?:{THEN}|we|where)\b)[^.;:]){{1,60}}"
    r"[,(]\s*(?:(?:that is|i\.e\.|meaning)[,\s]*)?$",
    re.IGNORECASE,
)
ASSUMES_BELOW = regex(
    rf"\b(?:{SUPPOSE}|such that|satisfying|(?<!then )satisf(?:ies|y)|requires?|demands?|want|wish)\b"
    r"(?:(?!\bthen\b)[^.;]){0,20}$|\bnormal equations?\b[^.;]{0,20}$",
    re.IGNORECASE,
)
_STATE = rf"(?:(?!\b(?:{THEN}|we|which|where|by|with|but|such)\b)[^.;:])"
# What things are, and not what kind of thing: *let `w` be weights* declares it.
_SO = rf"(?!\s+(?:an?|the|some|any|our|its|their|this|another|one|given|as)\b){_STATE}{{1,60}}(?<!s)"
SAYS_BELOW = regex(  # "suppose that the rows are independent," and below what that is in a formula
    rf"\b(?:{SUPPOSE}|requires?|demands?|constrains?|let(?!\s+(?:us|me)\b))\b{_STATE}*\b(?:is|are|be|have|has|sums?|adds?)\b{_SO},$"
    rf"|\b(?:is|are)\s+(?:assumed|supposed|required|constrained|taken|chosen)\s+to\b{_SO},$",
    re.IGNORECASE,
)
VERB_WITH = regex(  # "it commutes with mixing,": it supposes nothing
    r"\b(?:commut|agree|coincid|interchang|interact|compar|scal|grow|shrink|decay|var(?:y|ies)|increas|decreas|consistent"
    r"|compatible|in (?:line|accordance|keeping))\w*\s+with\b[^.;:,]{0,40},$",
    re.IGNORECASE,
)
WITH_AND = regex(r"\bwith and$", re.IGNORECASE)  # "a matrix `P` with `P > 0` and"
PART_OF_EQUATIONS = regex(  # "the right side of the normal equations is": it says what that is
    r"\b(?:sides?|matrix(?!\s+form)|determinant|trace|terms?|vector|residuals?)\s+(?:of|in)\s+(?:the|these|its|our)\s+"
    r"(?:[\w-]+\s+)?equations?(?:\s+(?:with|for|of|in|at|by)\b[^.;:,]*)?\s+(?:is|are|equals?|becomes?|reads?)"
    rf"(?:\s+(?:{ADVERB}|just|simply))?[\s:]*(?:{OPENS})?\s*$",
    re.IGNORECASE,
)
WITH = regex(r"\bwith\s*$")
SOLVES = regex(
    r"\b(?:sets?|setting|puts?|putting|equat(?:e|es|ing)|requir(?:e|es|ing)|makes?|making)\b[^.;]{0,80}"
    r"\b(?:zero|0|vanish\w*)\b"
    r"|\b(?:vanish\w*|(?:is|are|becomes?|must be|equals?) (?:zero|0)) at (?:the|a|its|any)\b"
    r"|\bat (?:the|a|its|any) (?:\w+ )?(?:minim|optim|maxim|stationary|critical)"
    r"|\b(?:first[- ]order|kkt|optimality|stationarity) conditions?\b|\b(?:stationary|critical) points?\b"
    r"|\bstationarity\s+(?:(?:in|of|for|with\s+respect\s+to)\b[^.;:]{1,60}?)?(?:gives?|yields?|impl(?:y|ies)|means?|demands?)\b",
    re.IGNORECASE,
)
TERM = regex(  # "a map is \\emph{linear} if", "a \\emph{coupling} is a P with": what a word means is no claim
    r"(?:\\(?:emph|textit|textbf|textsl|defn?|term|dfn)\s*\{[^{}]*\}|(?<!\w)([*_]{1,2})\w[^*_]*\1)"
    rf"(?:[^.;:]{{0,40}}\b(?:{IF})\b[^.;]{{0,60}}"
    r"|(?:\s+\([^()]*\))?\s+(?:is|are)\s+(?:an?|the|all|those)\b[^.;:]{0,80}\b(?:with|whose)\b(?:(?!\b(?:is|are|has|have|we)\b)[^.;:]){0,40}:?)$",
)
CLAUSE_ALONE = regex(r"\s*(?:and\s+)?(?:where|with|in which|such that|and|here)\s*[:,]?\s*", re.IGNORECASE)
WHERE_ALONE = regex(r"\s*[,;]?\s*(?:and\s+)?where\s*[:,]?\s*", re.IGNORECASE)
CONDITION = rf"(?:{IF}|unless|once|as soon as)"
_BY_FORMULA = (  # and not *if `a = 1`, for instance, we have `x = 1`, `y = 2`*, where a formula is the condition, nor
    # *if `a = 1`, the sum is zero, `x = 0`*
    rf"(?!\s*,(?:\s*(?:for\s+(?:instance|example)|say),)?\s*(?:then\s+)?(?:{WE_HAVE}|{WE_GET})\b)"
    r"(?!\s*(?:and\s+)?,\s*(?!and\b|or\b|are\b|is\b|has\b|have\b)(?:[a-z]+\s+){1,6}?(?:is|are|has|have)\b(?!\s+(?:an?|the)\b)"
    r"(?![^.;:]*\b(?:where|when|while|unless|if|as|for)\b))"
    r"(?!(?:the|its|an?|this|that)\s+(?:[a-z-]+\s+){1,4}is\s+,)"  # *if the first one is `y_1 = 4`, then*
)
WORDED_BEFORE = regex(
    rf"\b{CONDITION}\s{_BY_FORMULA}(?:[^.;:]*\s)?(?:is|are|has|have|holds?|does|do|there|we)\b[^.;:]*(?:,\s*(?:then\s+)?|\bthen\s+)"
    r"(?:we have\s+|(?:the|its|their|every|each|all|both)\s+(?:[a-z-]+\s+){1,4}(?:is|are|equals?|becomes?)\s+)?"
    r"(?:,?\s*and\s+)?$"  # of two formulas, *and* says the second
    rf"|(?:^|\}}|\n\s*\n)\s*(?:{ANY}|an?)\s+(?:[\w-]+\s+){{1,3}}(?:that|which)\s+(?:is|are|has|have)\b[^.;:$]*"
    r"\b(?:has|have|gives?|satisf(?:y|ies))\s+(?:\$|\\\()?$",  # "a signal that is constant has `q = 0`"
    re.IGNORECASE,
)
UNDER = regex(r"\W*under\s", re.IGNORECASE)  # "Under perfect balance, …"
WORDED_AFTER = regex(
    r"\s*(?:,\s*)?"
    rf"(?:(?:only |exactly |precisely |just |and only )?{CONDITION}|iff|(?:or )?(?:otherwise|else|elsewhere)"
    r"|for (?:most|almost (?:all|every)|nearly (?:all|every)|some|many|few|typical|generic))\b",
    re.IGNORECASE,
)
ILLUSTRATION = regex(rf"\b{_OF_NUMBERS}\b", re.IGNORECASE)
EXERCISE = regex(r"\b(?:exercises?|questions?|problems?|(solutions?|answers?|hints?))\b", re.IGNORECASE)
ONLY_IF = regex(  # up to the next clause: "it is zero iff `x = y`, and `E`"
    rf"\b(?:iff|if,? and only if|(?:exactly|precisely|only) (?:{IF})|with equality when)\b"
    r"(?:(?!,\s*(?:and|but|while|whereas)\b)[^;:])*$",
    re.IGNORECASE,
)
