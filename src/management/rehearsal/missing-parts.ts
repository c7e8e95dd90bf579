/** What one answer shows and another does not. */
import type { ReadPart } from '../../admin-api/explain-api.ts'

/** `['author', 'tags.name']`: nothing below `author` is listed, because all of it is missing. */
export function missingParts(before: ReadPart, after: ReadPart): readonly string[] {
  return [...new Set(missingBelow(before, after, []))]
}

function missingBelow(before: ReadPart, after: ReadPart, path: readonly string[]): readonly string[] {
  const at = (name: string | null) => [...path, name ?? ''].join('.')
  const fields = before.fields.filter(name => !after.fields.includes(name)).map(at)
  const parts = before.parts.flatMap(part => {
    // A dynamic zone has several parts of one name.
    const same = after.parts.find(({ name, type }) => name === part.name && type === part.type)
    return same === undefined ? [at(part.name)] : missingBelow(part, same, [...path, part.name ?? ''])
  })
  return [...fields, ...parts]
}
