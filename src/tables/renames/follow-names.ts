/**
 * What Populus and Strapi have stored under the names of attributes follows them to their new names: what roles may do, views, lists
 * that people have saved, named queries, and work that is not in the tables of the content: changes that wait to be published, unsaved
 * work, earlier versions, the trash.
 */
import { packRecord, unpackRecord, VersionStore } from '../../history/version-store.ts'
import { isObject, mapMembers } from '../../schema/json-value.ts'
import { DRAFTS_TABLE, PENDING_TABLE } from '../../schema/own-table-names.ts'
import type { Schema } from '../../schema/schema.ts'
import { asId, type Fragment, join, name, sql, table, value } from '../../sql/fragment.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import type { Row } from '../../sql/statement.ts'
import type { RunFragment } from '../../storage/run-fragment.ts'
import { parsedJson } from '../../util/json/parsed-json.ts'
import { CORE_STORE, VIEW_KEYS } from '../core-store.ts'
import { FIELD_LISTS_KEY } from '../desired/field-grants.ts'
import { NAMED_QUERIES_TABLE, SAVED_VIEWS_TABLE } from '../desired/panel-tables.ts'
import { hasTable } from '../existing/inspect-tables.ts'
import type { AttributeNames } from './attribute-names.ts'
import { followedView } from './followed-view.ts'

interface Opened {
  readonly dialect: SqlDialect
  /** The schema that holds the content's tables. */
  readonly place: string
  readonly schema: Schema
}

/** Texts of JSON in a table. */
interface StoredTexts {
  /** For people. */
  readonly what: string
  /** Populus' own, or one of the content's. */
  readonly isOwn: boolean
  readonly table: string
  /** The columns that tell a row from the others. */
  readonly numberKeys: readonly string[]
  readonly textKeys: readonly string[]
  readonly where?: Fragment
  /** The column that says what a row is about. */
  readonly about: string
  /** By column: what is stored under the new names. */
  readonly columns: Readonly<Record<string, (about: string, stored: unknown) => unknown>>
}

/** Versions that are read at once. */
const TOGETHER = 500

/** Returns what was done, one line or none. */
export async function followNames(run: RunFragment, opened: Opened, names: AttributeNames): Promise<readonly string[]> {
  if (names.isEmpty) return []
  const counts: string[] = []
  for (const stored of storedTexts(opened, names)) {
    const count = await follow(run, opened, stored)
    if (count > 0) counts.push(`${stored.what} ${count}`)
  }
  const versions = await followVersions(run, opened, names)
  if (versions > 0) counts.push(`versions of entries ${versions}`)
  return counts.length === 0 ? [] : [`stored under the new name: ${counts.join(', ')}`]
}

function storedTexts({ schema }: Opened, names: AttributeNames): readonly StoredTexts[] {
  const own = { isOwn: true, numberKeys: [], textKeys: [] }
  const key = name('key')
  return [
    {
      ...{ what: 'views', isOwn: false, table: CORE_STORE, numberKeys: ['id'], textKeys: [], about: 'key' },
      where: sql`where ${key} like ${value(`${VIEW_KEYS}%`)}`,
      columns: { value: (about, stored) => followedView(names, about.slice(about.indexOf('::') + 2), stored) },
    },
    {
      ...{ what: 'lists of fields', isOwn: false, table: CORE_STORE, numberKeys: ['id'], textKeys: [], about: 'key' },
      where: sql`where ${key} = ${value(FIELD_LISTS_KEY)}`,
      columns: { value: (_about, stored) => fieldLists(names, stored) },
    },
    {
      ...{ what: 'rights of administrators', isOwn: false, numberKeys: ['id'], textKeys: [], about: 'subject' },
      table: schema.types.get('admin::permission')?.tableName ?? 'admin_permissions',
      columns: { properties: (uid, stored) => withFields(names, uid, stored) },
    },
    {
      ...{ ...own, what: 'saved lists', table: SAVED_VIEWS_TABLE, textKeys: ['id'], about: 'uid' },
      columns: { query: (uid, stored) => names.query(uid, stored), columns: (uid, stored) => names.list(uid, stored) },
    },
    {
      ...{ ...own, what: 'named queries', table: NAMED_QUERIES_TABLE, textKeys: ['query_name'], about: 'query_name' },
      columns: { definition: (_about, stored) => definition(names, schema, stored) },
    },
    {
      ...{
        ...own,
        what: 'saved changes',
        table: PENDING_TABLE,
        numberKeys: ['entry_id'],
        textKeys: ['uid'],
        about: 'uid',
      },
      columns: { changes: (uid, stored) => names.values(uid, stored) },
    },
    {
      ...{ ...own, what: 'unsaved work', table: DRAFTS_TABLE, about: 'uid' },
      ...{ numberKeys: ['admin_id'], textKeys: ['uid', 'entry'] },
      columns: { changes: (uid, stored) => names.members(uid, stored) },
    },
  ]
}

/** Returns the number of rows that were changed. */
async function follow(run: RunFragment, { dialect, place }: Opened, texts: StoredTexts): Promise<number> {
  const { isOwn, numberKeys, textKeys, where = sql``, about, columns } = texts
  // An older database may lack it.
  if (!(await hasTable(run, dialect, isOwn ? dialect.ownSchema : place, texts.table))) return 0
  const rows = isOwn ? table(texts.table, dialect.ownSchema) : table(texts.table)
  const keys = [...numberKeys, ...textKeys]
  const selected = [about, ...keys].map(name)
  const contents = Object.keys(columns).map(column => sql`cast(${name(column)} as text)`)
  const isRow = (row: Row) =>
    keys.map((key, index) => {
      const given = row[index + 1]
      const bound = numberKeys.includes(key)
        ? asId(value(dialect.encode('integer', Number(given))))
        : value(String(given))
      return sql`${name(key)} = ${bound}`
    })
  // A right that is withdrawn meanwhile must not come back.
  const all = sql`select ${join([...selected, ...contents])} from ${rows} ${where}${dialect.rowLock}`
  let count = 0
  for (const row of await run(all)) {
    const changes = Object.entries(columns).flatMap(([column, change], index) => {
      const stored = parsedJson(row[selected.length + index])
      if (stored === undefined || row[0] === null) return []
      const text = JSON.stringify(change(String(row[0]), stored))
      return text === JSON.stringify(stored) ? [] : [sql`${name(column)} = ${value(dialect.encode('json', text))}`]
    })
    if (changes.length === 0) continue
    await run(sql`update ${rows} set ${join(changes)} where ${join(isRow(row), ' and ')}`)
    count += 1
  }
  return count
}

// What is stored in the columns.

/** `{"2": {"api::article.article": {"fields": ["title"]}}}`, by role. */
function fieldLists(names: AttributeNames, stored: unknown): unknown {
  return mapMembers(stored, (role, types) => [
    role,
    mapMembers(types, (uid, lists) => [uid, mapMembers(lists, (list, given) => [list, paths(names, uid, given)])]),
  ])
}

function withFields(names: AttributeNames, uid: string, properties: unknown): unknown {
  return mapMembers(properties, (key, stored) => [key, key === 'fields' ? paths(names, uid, stored) : stored])
}

function paths(names: AttributeNames, uid: string, list: unknown): unknown {
  return Array.isArray(list) ? list.map(path => (typeof path === 'string' ? names.path(uid, path) : path)) : list
}

function definition(names: AttributeNames, { types }: Schema, stored: unknown): unknown {
  const of = isObject(stored) ? stored.type : undefined
  const type = [...types.values()].find(({ uid, singularName }) => uid === of || singularName === of)
  return mapMembers(stored, (key, part) => {
    if (key === 'query') return [key, names.query(type?.uid, part)]
    return [key, key === 'entry' ? names.members(type?.uid, part) : part]
  })
}

// Versions of entries, and the trash.

async function followVersions(run: RunFragment, { dialect, place }: Opened, names: AttributeNames): Promise<number> {
  const store = new VersionStore(dialect, place)
  if ((await run(store.exists)).length === 0) return 0
  const { types } = names
  let [count, last] = [0, 0]
  for (;;) {
    const rows = await run(store.contents(types, last, TOGETHER))
    for (const [id, uid, content] of rows) {
      last = Number(id)
      const record = unpackRecord(String(content))
      const { attributes, incoming } = record
      const followed = JSON.stringify({
        ...{ ...record, attributes: names.values(String(uid), attributes) },
        ...(incoming && {
          incoming: incoming.map(link => ({ ...link, attribute: names.name(link.model, link.attribute) })),
        }),
      })
      if (followed === JSON.stringify(record)) continue
      await run(store.replaceContent(last, packRecord(followed)))
      count += 1
    }
    if (rows.length < TOGETHER) return count
  }
}
