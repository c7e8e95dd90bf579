/** The tables that an answer is made from. */
import type { ChildProgram, EntryProgram, ReadProgram } from './read-program.ts'
import type { Statement } from './statement.ts'

export function programTables({
  rows,
  count,
  entry,
}: Pick<ReadProgram, 'rows' | 'count' | 'entry'>): readonly string[] {
  const statements = [rows, count, ...entryStatements(entry)]
  return [...new Set(statements.flatMap(statement => statement?.tables ?? []))]
}

function entryStatements(entry: EntryProgram): readonly (Statement | null)[] {
  return entry.children.flatMap(childStatements)
}

function childStatements(child: ChildProgram): readonly (Statement | null)[] {
  switch (child.kind) {
    case 'link':
      return [child.statement, child.total?.statement ?? null, ...entryStatements(child.entry)]
    case 'count':
      return [child.statement]
    case 'variant': {
      const variants = [...child.variants.values()]
      return [child.links, ...variants.flatMap(({ statement, entry }) => [statement, ...entryStatements(entry)])]
    }
    default:
      return child satisfies never
  }
}
