/** Where the words of a search are, in the fields of each entry. */
import { snippetOf } from '../plan/read/search/snippet.ts'
import { readableText } from '../schema/search/attribute-text.ts'
import type { SnippetProgram } from '../sql/search/compile-snippets.ts'
import { asciiJson } from '../util/json/ascii-json.ts'
import { ByteOutput } from './byte-output.ts'
import { compileEntrySerializer, serializeList } from './entry-serializer.ts'
import type { LoadedRows } from './loaded-rows.ts'
import type { WireFormat } from './wire-format.ts'

/** `"search":{"snippets":{"1":{"title":"The <mark>tide</mark>"}}}` */
export function compileSnippetsJson(
  snippets: SnippetProgram,
  wire: WireFormat,
): (loaded: Partial<Pick<LoadedRows, 'groups'>>) => string {
  const { slot, fields } = snippets
  const entry = { scalars: fields, children: [] }
  const write = compileEntrySerializer(entry, 'flat', { wire, answerLength: Number.POSITIVE_INFINITY })
  return ({ groups = [] }) => {
    const output = new ByteOutput()
    output.ascii('[')
    serializeList([...(groups[slot]?.values() ?? [])].flat(), groups, output, write)
    output.ascii(']')
    const stored = JSON.parse(output.take().toString()) as readonly StoredText[]
    const byId = new Map<StoredText[string], StoredText[]>()
    for (const row of stored) byId.set(row.id!, [...(byId.get(row.id!) ?? []), row])
    const found = [...byId].map(([id, rows]) => [id, entrySnippets(rows, snippets)] as const)
    const shown = found.filter(([, ofEntry]) => Object.keys(ofEntry).length > 0)
    return `,"search":${asciiJson({ snippets: Object.fromEntries(shown) })}`
  }
}

type StoredText = Readonly<Record<string, string | null>>

/** One for each field: of the first text that has a word. */
function entrySnippets(
  rows: readonly StoredText[],
  { fields, terms }: SnippetProgram,
): Readonly<Record<string, string>> {
  const found = new Map<string, string>()
  for (const { name, path, type } of fields) {
    for (const { [name]: text } of rows) {
      if (found.has(path) || text === undefined || text === null) continue
      const snippet = snippetOf(readableText(type, text), terms)
      if (snippet !== null) found.set(path, snippet)
    }
  }
  return Object.fromEntries(found)
}
