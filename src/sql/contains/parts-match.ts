/** How an index of texts by their parts of three characters is asked on SQLite: it is an FTS5 table. */
import { patternParts } from '../../plan/read/conditions/pattern-parts.ts'

/** What an FTS5 table with the tokenizer `trigram` is asked for: all parts that a pattern needs. */
export function sqlitePartsMatch(pattern: string, escapes: boolean): string {
  return patternParts(pattern, escapes)
    .map(part => `"${part.replaceAll('"', '""')}"`)
    .join(' AND ')
}
