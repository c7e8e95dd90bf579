/** Finds rows that a new database already has. Seeding links to them instead of inserting them. */
import { isScalar, LOCALE_UID, modelOf, ROLE_UID, type Schema } from '../../schema/schema.ts'
import { name, sql, table } from '../../sql/fragment.ts'
import { type Inserter, run } from './insert-rows.ts'
import type { ExistingRows } from './plan-content.ts'
import type { RowIds, SeedRow } from './seed-plan.ts'

export async function findExistingRows(
  inserter: Inserter,
  schema: Schema,
): Promise<ExistingRows & { readonly ids: RowIds }> {
  const ids = new Map<SeedRow, number>()
  const roles = new Map<string, SeedRow>()
  for (const [id, type] of await idsBy(inserter, schema, { uid: ROLE_UID, attribute: 'type' })) {
    const row: SeedRow = { model: modelOf(schema, ROLE_UID), values: new Map() }
    roles.set(type, row)
    ids.set(row, id)
  }
  const locales = await idsBy(inserter, schema, { uid: LOCALE_UID, attribute: 'code' })
  return { roles, ids, localeCodes: new Set(locales.map(([, code]) => code)) }
}

async function idsBy(
  inserter: Inserter,
  schema: Schema,
  wanted: { readonly uid: string; readonly attribute: string },
): Promise<readonly (readonly [id: number, text: string])[]> {
  const model = modelOf(schema, wanted.uid)
  const attribute = model.attributes.get(wanted.attribute)
  if (!isScalar(attribute) || attribute.column === null) return []
  const rows = await run(
    inserter,
    sql`select ${name('id')}, ${name(attribute.column)} from ${table(model.tableName)} order by ${name('id')}`,
  )
  return rows.map(row => [Number(row[0]), String(row[1])] as const)
}
