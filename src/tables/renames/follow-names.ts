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
interface Place {
  /** For people. */
  readonly what: string
  /** `undefined`: that of the content. */
  readonly in: string | undefined
  readonly table: string
  readonly numbers: readonly string[]
  readonly texts: readonly string[]
  readonly where?: Fragment
  /** By column, from the key of the row and what is stored in it. `about` is the value of the column that says what it is about. */
  readonly about: string
  readonly columns: Readonly<Record<string, (about: string, stored: unknown) => unknown>>
}

/** Versions that are read at once. */
const TOGETHER = 500

/** Returns what was done, one line or none. */
export async function followNames(run: RunFragment, opened: Opened, names: AttributeNames): Promise<readonly string[]> {
  if (names.isEmpty) return []
  const counts: string[] = []
  for (const place of placesOf(opened, names)) {
    const count = await follow(run, opened.dialect, place)
    if (count > 0) counts.push(`${place.what} ${count}`)
  }
  const versions = await followVersions(run, opened, names)
  if (versions > 0) counts.push(`versions of entries ${versions}`)
  return counts.length === 0 ? [] : [`stored under the new name: ${counts.join(', ')}`]
}

function placesOf({ dialect: { ownSchema }, schema }: Opened, names: AttributeNames): readonly Place[] {
  const own = { in: ownSchema, numbers: [], texts: [] }
  const key = name('key')
  return [
    {
      ...{ what: 'views', in: undefined, table: CORE_STORE, numbers: ['id'], texts: [], about: 'key' },
      where: sql`where ${key} like ${value(`${VIEW_KEYS}%`)}`,
      columns: { value: (about, stored) => followedView(names, about.slice(about.indexOf('::') + 2), stored) },
    },
    {
      ...{ what: 'lists of fields', in: undefined, table: CORE_STORE, numbers: ['id'], texts: [], about: 'key' },
      where: sql`where ${key} = ${value(FIELD_LISTS_KEY)}`,
      columns: { value: (_about, stored) => fieldLists(names, stored) },
    },
    {
      ...{ what: 'rights of administrators', in: undefined, numbers: ['id'], texts: [], about: 'subject' },
      table: schema.types.get('admin::permission')?.tableName ?? 'admin_permissions',
      columns: { properties: (uid, stored) => withFields(names, uid, stored) },
    },
    {
      ...{ ...own, what: 'saved lists', table: SAVED_VIEWS_TABLE, texts: ['id'], about: 'uid' },
      columns: { query: (uid, stored) => names.query(uid, stored), columns: (uid, stored) => names.list(uid, stored) },
    },
    {
      ...{ ...own, what: 'named queries', table: NAMED_QUERIES_TABLE, texts: ['query_name'], about: 'query_name' },
      columns: { definition: (_about, stored) => definition(names, schema, stored) },
    },
    {
      ...{ ...own, what: 'saved changes', table: PENDING_TABLE, numbers: ['entry_id'], texts: ['uid'], about: 'uid' },
      columns: { changes: (uid, stored) => names.values(uid, stored) },
    },
    {
      ...{ ...own, what: 'unsaved work', table: DRAFTS_TABLE, about: 'uid' },
      ...{ numbers: ['admin_id'], texts: ['uid', 'entry'] },
      columns: { changes: (uid, stored) => names.members(uid, stored) },
    },
  ]
}

/** Returns the number of rows that were changed. */
async function follow(run: RunFragment, dialect: SqlDialect, place: Place): Promise<number> {
  const { numbers, texts, where = sql``, about, columns } = place
  if (place.in !== undefined && !(await hasTable(run, dialect, place.in, place.table))) return 0
  const rows = table(place.table, place.in)
  const keys = [...numbers, ...texts]
  const selected = [about, ...keys].map(name)
  const contents = Object.keys(columns).map(column => sql`cast(${name(column)} as text)`)
  const isRow = (row: Row) =>
    keys.map((key, index) => {
      const given = row[index + 1]
      const bound = numbers.includes(key) ? asId(value(dialect.encode('integer', Number(given)))) : value(String(given))
      return sql`${name(key)} = ${bound}`
    })
  let count = 0
  for (const row of await run(sql`select ${join([...selected, ...contents])} from ${rows} ${where}`)) {
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
  let [count, last] = [0, 0]
  for (;;) {
    const rows = await run(store.contents(names.types, last, TOGETHER))
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
