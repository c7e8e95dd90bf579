/**
 * Addresses of files inside texts: rich text, JSON and all other texts of content. Media fields are not texts. There is no
 * index for this, so every table with texts is read once.
 */
import { type Component, type ContentType, isScalar, type Model, type ScalarAttribute } from '../../schema/schema.ts'
import { column, type Fragment, join, sql, table, value } from '../../sql/fragment.ts'
import type { Row } from '../../sql/statement.ts'
import { mapInSlices } from '../../util/process/slices.ts'
import { readQueries } from './ids-of.ts'
import type { LibraryContext } from './library-context.ts'
import { libraryTables } from './library-tables.ts'

/** Types of attributes whose values editors write, and in which an address may be. */
const TEXTS: ReadonlySet<string> = new Set(['string', 'text', 'richtext', 'blocks', 'json', 'array'])
/** Rows of one table that are looked at. */
const MOST_ROWS = 10_000
/** Names in one statement: databases bind a limited number of values. */
const CHUNK = 5000

/** A row with texts in which one of the patterns occurs. */
export interface TextMatch {
  readonly model: Model
  readonly id: number
  /** The texts that match, by attribute. */
  readonly texts: ReadonlyMap<string, string>
}

/** The rows of all content types and components with a text that contains one of the words. One statement per table. */
export async function findTexts({ content }: LibraryContext, words: readonly string[]): Promise<readonly TextMatch[]> {
  if (words.length === 0) return []
  const models = textModels(content.schema.types.values(), content.schema.components.values())
  const queries = models.map(({ model, texts }) => ({ fragment: selectTexts(content, model, texts, words) }))
  const found = await readQueries(content.database, queries, { expensive: true })
  const rows = models.flatMap((of, index) => (found[index] ?? []).map(row => ({ of, row })))
  return mapInSlices(rows, ({ of, row }) => matchIn(of, row, words))
}

function matchIn({ model, texts }: TextModel, [id, ...values]: Row, words: readonly string[]): TextMatch {
  const matching = texts.flatMap(({ name }, place) => {
    const given = values[place]
    return typeof given === 'string' && words.some(word => given.includes(word)) ? [[name, given] as const] : []
  })
  return { model, id: Number(id), texts: new Map(matching) }
}

interface TextModel {
  readonly model: Model
  readonly texts: readonly ScalarAttribute[]
}

function textModels(types: Iterable<ContentType>, components: Iterable<Component>): readonly TextModel[] {
  const models = [...[...types].filter(({ userDefined }) => userDefined), ...components]
  return models.flatMap(model => {
    const texts = [...model.attributes.values()]
      .filter(isScalar)
      .filter(({ type, column: stored }) => stored !== null && TEXTS.has(type))
    return model.table === null || texts.length === 0 ? [] : [{ model, texts }]
  })
}

function selectTexts(
  { database: { dialect } }: LibraryContext['content'],
  model: Model,
  texts: readonly ScalarAttribute[],
  words: readonly string[],
): Fragment {
  const asText = texts.map(({ type, column: stored, comparedByDatabase }) =>
    dialect.text(type, column('t', stored ?? ''), comparedByDatabase === true),
  )
  const patterns = words.map(word => value(`%${word.replace(/[%_\\]/g, '\\$&')}%`))
  const tests = asText.flatMap(text => patterns.map(pattern => dialect.search(text, pattern)))
  const selected = join([column('t', 'id'), ...asText])
  return sql`select ${selected} from ${table(model.table ?? '')} as t where ${join(tests, ' or ')} order by ${column('t', 'id')} ${dialect.page(MOST_ROWS, 0)}`
}

/** The ids of all files that any text mentions. */
export async function mentionedFiles(context: LibraryContext): Promise<readonly number[]> {
  const { database, schema } = context.content
  const starts = await addressStarts(context)
  const matches = await findTexts(context, starts)
  const texts = matches.flatMap(match => [...match.texts.values()])
  const names = [...new Set((await mapInSlices(texts, text => namesIn(text, starts))).flat())]
  const chunks = Array.from({ length: Math.ceil(names.length / CHUNK) }, (_, index) =>
    names.slice(index * CHUNK, (index + 1) * CHUNK),
  )
  const { files } = libraryTables(schema)
  const queries = chunks.map(chunk => ({
    fragment: sql`select ${column('t', 'id')} from ${table(files)} as t where ${column('t', 'hash')} in (${join(chunk.map(value))})`,
  }))
  return (await readQueries(database, queries)).flat().map(([id]) => Number(id))
}

/** What the addresses of files begin with: `/uploads/`, `https://cdn.example.org/`. */
export async function addressStarts({ content }: LibraryContext): Promise<readonly string[]> {
  const { files } = libraryTables(content.schema)
  const url = column('t', 'url')
  const remote = sql`select distinct substr(${url}, 1, 60) from ${table(files)} as t where ${url} like ${value('http%')} ${content.database.dialect.page(1000, 0)}`
  const [rows = []] = await readQueries(content.database, [{ fragment: remote }])
  const hosts = rows.flatMap(([start]) => /^https?:\/\/[^/]+\//.exec(String(start)) ?? [])
  return [...new Set(['/uploads/', ...hosts])]
}

/** `/uploads/small_cat_1a2b.jpg` gives `small_cat_1a2b`, and `cat_1a2b`, whose format it may be. */
export function namesIn(text: string, starts: readonly string[]): readonly string[] {
  const names: string[] = []
  for (const start of starts) {
    for (let at = text.indexOf(start); at !== -1; at = text.indexOf(start, at + 1)) {
      const [path = ''] = /^[^\s"'<>()\\?#]*/.exec(text.slice(at + start.length, at + start.length + 1000)) ?? []
      const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, '')
      names.push(name, name.slice(name.indexOf('_') + 1))
    }
  }
  return names
}
