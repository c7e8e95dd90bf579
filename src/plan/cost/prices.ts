/**
 * What each kind of work costs, in points. A point is about the time that a database takes to read one small row: on a
 * usual machine a million of them are about a second.
 */

/** A statement, however little it finds. */
export const STATEMENT = 50
/** A row that a statement looks at. */
export const READ_ROW = 1
/** A comparison with one value. */
export const TESTED_VALUE = 0.1
/** Each value of a list. */
export const LISTED_VALUE = 0.01
/** A relation that a filter or a sort key follows, before anything is found there. */
export const FOLLOWED_LINK = 1
/** A row among others that are sorted, for each doubling of their number. */
export const SORTED_ROW = 0.1
/** A row of a list that is only counted. */
export const COUNTED_ROW = 0.02
/** A thousand characters in which a text is looked for, and what each of its wildcards adds. */
export const COMPARED_KILOBYTE = 1.5
export const WILDCARD_KILOBYTE = 2
/** A thousand characters that are read for the answer. */
export const READ_KILOBYTE = 12
/** An entry of the answer, and a thousand characters of it. */
export const SHOWN_ENTRY = 2
export const SHOWN_KILOBYTE = 8
