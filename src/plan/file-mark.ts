/**
 * The first character of a file in an answer whose addresses are still to be signed. No value can contain it: inside
 * strings it is written with a backslash.
 */
export const FILE_MARK = '\u0001'
