"""The words between a name and the axes that they say it has: *`X` is a tensor that has the axes `\\seq` and `\\key`*.

Behind a verb, or none, stands what the thing is, and then what leads to its axes: *with shape*, *whose axes are*.
"""

from __future__ import annotations

import re

from ntdoc.regex import regex
from ntdoc.vocabulary import ADVERB

SHAPE = r"(?:the )?(?:(?:named|tensor|following|resulting|same|common) )?(?:shapes?|type)"
ONLY = r"(?:single|only|sole|one|two|three|four|five)"
AXES = rf"(?:the )?(?:(?:named|same|{ONLY}) )*axes|(?:the )?(?:named )?{ONLY} (?:named )?axis"
WITH_AXIS = rf"{AXES}|(?:an? |the )?(?:named )?axis"
ARRAY = r"(?:[a-z-]+ )?(?:vector|matrix|tensor|array)"
NOUN = rf"(?:an? |the )?(?:{ARRAY}|(?:[a-z-]+ )?(?:point|element|member))"
_NO_NOUN = r"(?:of|with|without|not|no|in|by|times|over|along|plus|minus|from|to|and|or|is|are|than|as|that|which)"
REDUCED = (  # what is done along an axis, which it then lacks
    r"(?:sum|mean|average|maximum|minimum|max|min|product|norm|integral|expectation|total|reduction|convolution"
    r"|contraction)"
)
_WORD = rf"(?!{_NO_NOUN}\b)\(?[a-z0-9-]+\)?"
_ARRAYS = rf"(?:{_WORD} ){{0,2}}(?:vectors|matrices|tensors|arrays)"
_NOUNS = rf"(?:an?|the|some|any|our|its|another|two|three)(?: {_WORD}){{1,5}}?"
_NO_ARRAY = r"(?!(?:[a-z-]+ )?(?:vector|matrix|tensor|array)\b)"  # which would have the axes itself
_OF = rf"(?: (?:of|for|from) (?:(?:the|our|its|all) )?(?!an?\b){_NO_ARRAY}{_WORD}(?: {_WORD})??)"
_PLURAL = rf"(?:{_WORD} ){{0,2}}(?:[a-z-]+s|data|noise)"
_THING = rf"(?:(?:{_NOUNS}|{_PLURAL}|{_ARRAYS}){_OF}?|one)"  # *the values of our model*, *`U` … and `V` one*
_ADVERBS = rf"(?:(?:{ADVERB}|always|both|each|all) )?"
_LEADS = (  # to the axes, behind what has them
    rf"(?:{_ADVERBS}(?:of {SHAPE}|(?:with|having) {_ADVERBS}(?:{SHAPE}|{WITH_AXIS}))"
    rf"|(?:that|which) {_ADVERBS}(?:(?:has|have) {_ADVERBS}(?:{SHAPE}|{AXES})|(?:is|are) {_ADVERBS}of {SHAPE})"
    r"|whose (?:shape is|(?:named |two |three )?axes are)),?:?"
)
_AGAIN = rf"(?:,? (?:an? |the )?(?:{ARRAY}|{_ARRAYS}))?,? "  # *the inputs, a tensor*
_BY = r"(?:over|along|indexed by)"
_ARRAY_BY = (
    rf"(?:(?:an? {ARRAY}|{_ARRAYS}) (?:(?:that|which) (?:is|are) )?{_BY}"
    rf"|an?(?: (?!{REDUCED}\b|distribution\b|density\b){_WORD}){{1,3}}? {_BY}|{_NOUNS}{_OF}? indexed by)"
)
_IS = r"(?:be|being|to be|denotes?|represents?|stands? for)"

_ELEMENT = rf"(?:{NOUN}|{_ARRAYS}|(?:[a-z-]+ )?(?:points|elements|members|values)|one)"
_FROM = r"(?:drawn|sampled|taken|chosen|picked|selected)(?: [a-z-]+){0,2} from"
_IS_IN = (  # before a set
    rf"(?:(?:lies?|lives?|(?:is|are)(?: contained| {_ADVERBS}{_ELEMENT})?|takes? (?:its |their )?values) in"
    rf"|belongs? to|ranges? over|comes? from|(?:is|are) (?:{_ADVERBS}{_ELEMENT} of|{_FROM}))"
)


def _words(pattern: str) -> re.Pattern[str]:
    return regex(rf"\s*(?:{pattern})\s*".replace(" ", r"\s+"), re.IGNORECASE)


NAMED_SO = _words(  # *a tensor `X` of shape*, *let `X` be the inputs, a tensor with the axes*
    rf"(?:,?\s*{_IS} {_THING}{_AGAIN}|,\s*{_THING}{_AGAIN}|,?\s*(?:one )?){_LEADS}"
    rf"|(?:,?\s*{_IS} (?:{_NOUNS}{_OF}?,? )?|,?\s*){_ARRAY_BY}|,?\s*(?:be )?indexed by"
    rf"|,?\s*(?:{SHAPE}|{AXES}),?:?"  # and *the keys `K` shape*, behind *the queries `Q` have shape*
    rf"|\((?:(?:of|with) )?(?:{SHAPE}|{AXES}|axis),?:?"
    rf"|: (?:[a-z-]+,? ){{0,5}}?(?:(?:of|with) )?(?:{SHAPE}|{AXES})"
)
CALLED = _words(  # *write `X` for the inputs, which have shape*, *we denote by `X` the inputs, with axes*
    rf"(?:for )?{_THING}{_AGAIN}{_LEADS}|(?:for )?{_NOUNS}{_OF}?,? {_ARRAY_BY}"
    rf"|(?:for )?{_THING},? (?:in|from|(?:that|which) {_IS_IN})"
)
OF_SET = _words(  # *let `X` be an element of*, *fix `X` in*, *let `X` range over*
    rf",?\s*(?:(?:be|being|denotes?) )?(?:{_ELEMENT} (?:of|in|from)|{_FROM}|from)"
    r"|:|(?:take|taking) (?:its |their )?values in|belong(?:ing)? to|(?:lie|lying|live|living) in|rang(?:e|ing) over"
)
LET_HAVE = _words(rf"(?:to )?(?:have {_ADVERBS}(?:{SHAPE}|{WITH_AXIS})|be {_ADVERBS}of {SHAPE}),?:?")
HAS = _words(
    rf",?\s*(?:(?:which|that) )?{_ADVERBS}"
    rf"(?:(?:(?:has|have) {_ADVERBS}(?:{SHAPE}|{AXES})|(?:is|are) {_ADVERBS}of {SHAPE}),?:?"
    rf"|(?:, {_THING}, )?(?:is|are|forms?|becomes?) {_ADVERBS}{_THING}{_AGAIN}{_LEADS})"
)
LIES = _words(
    rf",?\s*(?:(?:which|that) )?{_ADVERBS}(?:{_IS_IN}|is indexed by|is {_ADVERBS}{NOUN} (?:over|along|indexed by))"
)
APPOSITION = _words(rf",?\s*(?:again )?(?:{NOUN} (?:in|over)|{_THING}{_AGAIN}{_LEADS})")
IS = _words(rf"(?:'s {SHAPE} )?(?:is|are|be) {_ADVERBS}")
RUNS_OVER = _words("(?:over|along)")
OF = _words("(?:of|from)")  # *an element `X` of*
IT_HAS = _words(  # *let `X` be the inputs. They have shape*
    rf"(?:{_IS} {_THING})?[.;,] (?:and )?(?:(?:it|they|this) (?:(?:has|have) {_ADVERBS}(?:{SHAPE}|{AXES})"
    rf"|(?:is|are) of {SHAPE}|(?:is|are) {_ADVERBS}{_THING}{_AGAIN}{_LEADS}|is an? {ARRAY} {_BY}|{_IS_IN})"
    r"|(?:its|their) (?:shape is|axes are)),?:?"
)
KIND = _words(rf"(?:-shaped |-)?(?:{ARRAY}|{_ARRAYS})")  # *a `\\seq \\times \\key` matrix `X`*
BEFORE_KIND = _words(
    rf"(?:,|,?\s*(?P<is>(?:is|are)(?: {_ADVERBS})?)|,?\s*{_IS}) (?:an?|the|two|our)(?: {_WORD}){{0,2}}"
)
KIND_OF_NAME = regex(  # behind the shape in *`X` is a `\\seq \\times \\key` matrix*
    r"(?:\$|\\\))?(?:-shaped)?[\s-]+(?:[a-z-]+\s+)?(?:vector|matrix|tensor|array|vectors|matrices|tensors|arrays)\b",
    re.IGNORECASE,
)
SCALAR = _words(
    rf"is {_ADVERBS}an? (?:(?:single|real|plain|mere|real-valued) )?(?:scalar|number)"
    r"(?=\s*(?:[.;:)]|$|,(?! (?:if|for|when|in|at|on|with|per)\b))| (?:and|but|since|because|so)\b)"
)
