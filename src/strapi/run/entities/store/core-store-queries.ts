/** `strapi.db.query('strapi::core-store')`: rows of the table where Strapi keeps settings, which is no content type. */
import type { StoredObject } from '../../../../content/read/read-objects.ts'
import type { ContentType, ScalarAttribute } from '../../../../schema/schema.ts'
import { type Fragment, join, name, sql, table, value } from '../../../../sql/fragment.ts'
import { CORE_STORE } from '../../../../tables/core-store.ts'
import { isRecord } from '../query-values.ts'
import type { StoredContent } from '../stored-content.ts'

export const CORE_STORE_UID = 'strapi::core-store'

const COLUMNS = ['key', 'value', 'type', 'environment', 'tag'] as const

/** As if it were a content type, for reading. */
export const CORE_STORE_TYPE: ContentType = Object.freeze({
  ...{ kind: 'type', uid: CORE_STORE_UID, table: CORE_STORE, tableName: CORE_STORE, single: false },
  ...{ singularName: 'core-store', pluralName: 'core-stores', displayName: 'Core store' },
  ...{ draftAndPublish: false, localized: false, populateCreatorFields: false, userDefined: false },
  ...{ search: [], source: {}, attributes: new Map(COLUMNS.map(column => [column, attributeOf(column)])) },
} satisfies ContentType)

function attributeOf(column: (typeof COLUMNS)[number]): ScalarAttribute {
  const type = column === 'value' ? 'text' : 'string'
  return Object.freeze({
    ...{ kind: 'scalar', name: column, column, type, definition: { type } },
    ...{ private: false, localized: true, writable: true, required: false, unique: false, searchable: true },
  } satisfies ScalarAttribute)
}

interface CoreStoreReads {
  findOne(params: { readonly where?: unknown }): Promise<StoredObject | null>
  findMany(params: { readonly where?: unknown }): Promise<readonly StoredObject[]>
}

interface WriteParams {
  readonly where?: unknown
  readonly data?: unknown
}

export function coreStoreWrites({ findOne, findMany }: CoreStoreReads, stored: StoredContent) {
  const run = (fragment: Fragment) => {
    const { database } = stored.current()
    const { dialect } = database
    return database.write(transaction => transaction.run(dialect.bind(dialect.compile(fragment))))
  }
  const insert = async (data: unknown): Promise<number> => {
    const given = columnsOf(data)
    const columns = join(given.map(([column]) => name(column)))
    const values = join(given.map(([, text]) => value(text)))
    const rows = await run(sql`insert into ${table(CORE_STORE)} (${columns}) values (${values}) returning id`)
    return Number(rows[0]![0])
  }
  const change = async (id: number, data: unknown): Promise<void> => {
    const set = columnsOf(data).map(([column, text]) => sql`${name(column)} = ${value(text)}`)
    if (set.length > 0) await run(sql`update ${table(CORE_STORE)} set ${join(set)} where id = ${value(id)}`)
  }
  const remove = (id: number) => run(sql`delete from ${table(CORE_STORE)} where id = ${value(id)}`)
  return {
    create: async ({ data }: WriteParams = {}) => findOne({ where: { id: await insert(data) } }),
    update: async ({ where, data }: WriteParams = {}) => {
      const row = await findOne({ where })
      if (row !== null) await change(row.id, data)
      return row === null ? null : findOne({ where: { id: row.id } })
    },
    delete: async ({ where }: WriteParams = {}) => {
      const row = await findOne({ where })
      if (row !== null) await remove(row.id)
      return row
    },
    createMany: async ({ data }: WriteParams = {}) => {
      const ids: number[] = []
      for (const item of Array.isArray(data) ? data : []) ids.push(await insert(item))
      return { count: ids.length, ids }
    },
    updateMany: async ({ where, data }: WriteParams = {}) => {
      const rows = await findMany({ where })
      for (const { id } of rows) await change(id, data)
      return { count: rows.length }
    },
    deleteMany: async ({ where }: WriteParams = {}) => {
      const rows = await findMany({ where })
      for (const { id } of rows) await remove(id)
      return { count: rows.length }
    },
  }
}

/** Other values than texts are stored as JSON, as a text column does in Strapi. */
function columnsOf(data: unknown): readonly (readonly [string, string | null])[] {
  if (!isRecord(data)) throw new Error('Create expects a data object')
  return COLUMNS.filter(column => data[column] !== undefined).map(column => [column, textOf(data[column])])
}

function textOf(given: unknown): string | null {
  return given === null ? null : typeof given === 'string' ? given : JSON.stringify(given)
}
