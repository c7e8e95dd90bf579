/** The tables of one type or component, as the database has them: its own, and those that connect it with others. */
import type { ModelTable } from '../../admin-api/insight-api.ts'
import { PopulusError } from '../../errors.ts'
import type { Model, Schema } from '../../schema/schema.ts'
import { readingFrom } from '../../storage/run-fragment.ts'
import { inspectTables } from '../../tables/existing/inspect-tables.ts'
import type { ManagementContext } from '../management-context.ts'

export async function modelTables(context: ManagementContext, uid: string): Promise<readonly ModelTable[]> {
  const { database, schema, insight, api } = context
  const users = tableUsers(shownModel(schema, uid))
  const found = await inspectTables(readingFrom(database), database.dialect, insight.place)
  const statistics = api.statistics.current()
  return [...users].flatMap(([name, attributes]) => {
    const table = found.table(name)
    if (table === undefined) return []
    const columns = table.columns.map((column, index) => ({ name: column, type: table.types[index]! }))
    return [{ name: table.name, attributes, rows: statistics.rows(name), columns, indexes: table.indexes }]
  })
}

/** Those of `GET /schema`. */
function shownModel({ types, components }: Schema, uid: string): Model {
  const model = types.get(uid) ?? components.get(uid)
  if (model === undefined || uid.startsWith('admin::')) throw new PopulusError('notFound')
  return model
}

/** Each table with the attributes whose links it has, the model's own first. */
function tableUsers({ table, attributes }: Model): ReadonlyMap<string, readonly string[]> {
  const users = new Map<string, string[]>(table === null ? [] : [[table, []]])
  for (const attribute of attributes.values()) {
    if (attribute.kind === 'scalar' || attribute.link?.kind !== 'table') continue
    const known = users.get(attribute.link.table) ?? []
    users.set(attribute.link.table, known)
    known.push(attribute.name)
  }
  return users
}
