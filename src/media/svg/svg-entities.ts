/** The entities that a document type declares: old drawing programs use them for the names of namespaces. */
import { checkSvgLimit } from './svg-limits.ts'

/** A value that needs no further reading. Each part ends at the next `<`, so that nothing is read twice. */
const ENTITY = /<!ENTITY\s+([\w.-]+)\s+(?:"([^"<&%]*)"|'([^'<&%]*)')\s*>/g

const PREDEFINED = ['amp', 'lt', 'gt', 'quot', 'apos']

/** The first declaration of a name counts, as XML says. Those of XML itself stay what they are. */
export function declaredEntities(doctype: string): ReadonlyMap<string, string> {
  const entities = new Map<string, string>()
  for (const [, name, double, single] of doctype.matchAll(ENTITY))
    if (!entities.has(name!) && !PREDEFINED.includes(name!)) entities.set(name!, double ?? single ?? '')
  return entities
}

/** Counts before anything is replaced, because a few bytes can stand for megabytes. */
export function checkExpansion(text: string, entities: ReadonlyMap<string, string>): void {
  let length = 0
  for (const [, name] of text.matchAll(/&([\w.-]+);/g)) {
    length += entities.get(name!)?.length ?? 0
    checkSvgLimit('characters of text', length)
  }
}
