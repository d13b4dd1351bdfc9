"""What the statements of a document say by how they stand together is written into them, before names are bound.

Each pass takes all statements and returns them, some of them as others: names that are written apart are put together,
what words say becomes equations, and what stands beside a statement becomes a condition of it. Where it takes one apart
or puts them in another order, they are numbered anew.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ntdoc.shapes.document.entries import Entry
from ntdoc.shapes.passes import declared_behind, numbers_behind, own_domains, parts_beside, read_off, unknown_sets
from ntdoc.shapes.passes.by_cases import (
    equal_cases,
    every_other,
    for_all_numbers,
    forms,
    in_one_line,
    kept_cases,
    labelled_cases,
    of_letters_alone,
    orders_by_rows,
    orders_of_any,
    parallel_choices,
    selecting,
)
from ntdoc.shapes.passes.by_cases.beside_entries import with_orders
from ntdoc.shapes.passes.by_cases.equal_indices import as_conditions
from ntdoc.shapes.passes.by_cases.function_parts import with_functions_by_parts
from ntdoc.shapes.passes.by_cases.implications import with_implications
from ntdoc.shapes.passes.circles import with_declared_first, with_names_as_before, with_parts_first
from ntdoc.shapes.passes.in_words import (
    any_distribution,
    convolutions,
    differential_equations,
    each_in_a_set,
    equal_in_words,
    exactly_where,
    first_order_conditions,
    hypothetical,
    letters_in_words,
    numbers_anew,
    products_of_counts,
    quantities_of_numbers,
    reminders,
    said_bases,
    said_cases,
    said_gradients,
    said_intervals,
    said_noise,
    said_sets,
    said_starts,
    signs_in_words,
    which_equals,
)
from ntdoc.shapes.passes.in_words.said_limits import with_limits
from ntdoc.shapes.passes.in_words.said_values import with_said_values
from ntdoc.shapes.passes.lists import (
    any_label,
    declared_lists,
    diagonals,
    general_members,
    index_sets,
    listed_members,
    listed_numbers,
    lists_along,
    lists_as_arguments,
    members_at_numbers,
    members_named,
    one_hot_at,
    own_entries,
    padding,
    parts_in_sets,
    recalled_shapes,
    results_apart,
    same_entries,
    tabled_formulas,
    tabled_values,
    tuples,
    unit_vectors,
)
from ntdoc.shapes.passes.lists.equal_names import apart
from ntdoc.shapes.passes.named_sets import with_known_sets
from ntdoc.shapes.passes.put_in.instances import with_numbers_put_in
from ntdoc.shapes.passes.spelling import (
    arrow_labels,
    axis_labels,
    bare_functions,
    bare_gradients,
    bold_identities,
    entries_for_short,
    imaginary,
    increments,
    italic_differentials,
    joined_letters,
    kronecker,
    labelled_words,
    marked_gradients,
    moments,
    multiples,
    own_arguments,
    own_contractions,
    places_in_brackets,
    places_of_optima,
    pointwise,
    positive_parts,
    remainders,
    sans_serif,
    size_arguments,
    sizes_of_sets,
    sums_of_functions,
    units,
    values_at_points,
)
from ntdoc.shapes.passes.spelling.italic_words import with_words
from ntdoc.shapes.passes.spelling.measures import with_measures
from ntdoc.shapes.passes.spelling.named_last import with_names
from ntdoc.shapes.passes.spelling.quantities import with_quantities
from ntdoc.shapes.passes.spelling.star_names import as_names
from ntdoc.shapes.passes.spelling.words_of_capitals import with_capitals
from ntdoc.shapes.passes.spelling.zero_slopes import with_zero_slopes
from ntdoc.shapes.passes.systems import with_systems
from ntdoc.shapes.passes.worked_numbers import with_worked_numbers

_PASSES: tuple[Callable[[list[Entry]], list[Entry]], ...] = (
    sans_serif.as_names,
    own_arguments.as_functions,
    moments.left_out,
    own_entries.declared,
    any_label.declared,
    parts_in_sets.declared,
    with_known_sets,
    said_bases.as_said,
    said_cases.as_cases,
    exactly_where.as_cases,
    in_one_line.as_cases,
    of_letters_alone.put_in,
    own_domains.as_declared,
    any_distribution.declared,
    each_in_a_set.with_members,
    said_sets.declared,
    said_intervals.declared,
    numbers_anew.declared,
    said_noise.as_drawn,
    tuples.as_equations,
    tabled_values.declared,
    tabled_formulas.as_definitions,
    listed_numbers.declared,
    declared_lists.as_arrays,
    lists_along.as_arrays,
    lists_as_arguments.as_arrays,
    bold_identities.as_identities,
    as_names,
    bare_functions.as_values,
    bare_gradients.as_derivatives,
    remainders.as_approximations,
    entries_for_short.as_entries,
    positive_parts.as_maxima,
    italic_differentials.as_differentials,
    marked_gradients.as_derivatives,
    said_gradients.as_derivatives,
    index_sets.as_ranges,
    sizes_of_sets.as_sizes,
    kronecker.as_indicators,
    results_apart.as_functions,
    said_starts.as_equations,
    which_equals.as_claims,
    padding.with_entries_before,
    same_entries.with_declared,
    diagonals.as_definitions,
    differential_equations.left_out,
    read_off.left_out,
    first_order_conditions.left_out,
    one_hot_at.as_indicators,
    unit_vectors.as_indicators,
    places_of_optima.as_places,
    joined_letters.parted,
    increments.joined,
    labelled_words.joined,
    axis_labels.with_axes_as_labels,
    arrow_labels.with_arrows_as_labels,
    reminders.left_out,
    own_contractions.left_out,
    convolutions.left_out,
    multiples.as_products,
    units.with_numbers_alone,
    places_in_brackets.left_out,
    imaginary.left_out,
    with_capitals,
    with_words,
    size_arguments.as_subscripts,
    with_said_values,
    equal_in_words.as_equations,
    quantities_of_numbers.as_equations,
    signs_in_words.as_orders,
    with_zero_slopes,
    with_limits,
    with_functions_by_parts,
    pointwise.at_every_number,
    sums_of_functions.as_functions,
    with_measures,
    with_names,
    values_at_points.as_names,
    with_quantities,
    parallel_choices.apart,
    with_orders,
    orders_by_rows.as_conditions,
    orders_of_any.as_conditions,
    with_implications,
    as_conditions,
    labelled_cases.supposed,
    kept_cases.kept,
    every_other.with_remainders,
    for_all_numbers.as_conditions,
    hypothetical.said_in_passing,
    selecting.in_their_sentences,
    equal_cases.supposed,
    declared_behind.lasting,
    forms.lasting,
    apart,
    listed_members.apart,
    with_numbers_put_in,
    with_worked_numbers,
    products_of_counts.as_products,
    members_at_numbers.held_against_families,
    general_members.held_against_what_is_general,
    letters_in_words.put_in,
    members_named.with_indices,
    with_systems,
    with_names_as_before,
    with_declared_first,
    with_parts_first,
    unknown_sets.left_out,
    numbers_behind.read_alone,
    recalled_shapes.recalled,
    parts_beside.as_clauses,
)


def run(entries: list[Entry]) -> list[Entry]:
    """The statements after all passes, in their order."""
    for change in _PASSES:
        entries = [e if e.index == n else replace(e, index=n) for n, e in enumerate(change(entries))]
    return entries
