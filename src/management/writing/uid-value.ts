/** Values of `uid` attributes: made from a title, and not taken by another entry. */
import { z } from 'zod'
import { uidText } from '../../content/write/values/fill-uids.ts'
import { PopulusError } from '../../errors.ts'
import { idValue } from '../../identity/records/record-shape.ts'
import { readRows } from '../../identity/records/stored-rows.ts'
import { badInput, checkInput, text } from '../../input/check-input.ts'
import { coversPath } from '../../plan/placed-model.ts'
import type { ContentType, ScalarAttribute } from '../../schema/schema.ts'
import { selectLike } from '../../sql/compile-write.ts'
import { name, sql, table, value } from '../../sql/fragment.ts'
import type { ManagementContext } from '../management-context.ts'
import type { AdminRights } from '../rights/admin-rights.ts'

const uidInput = z.strictObject({
  uid: text(),
  field: text(),
  data: z.record(z.string(), z.unknown(), { error: 'expected an object' }),
  locale: text(50).optional(),
})

/** A free value, made from the target field; from the name of the type if that is empty. */
export async function makeUid(context: ManagementContext, rights: AdminRights, body: unknown): Promise<string> {
  const { uid, field, data } = checkInput(uidInput, body)
  const { type, attribute } = uidAttribute(context, rights, uid, field)
  const source = data[String(attribute.definition.targetField ?? '')]
  return freeUid(context, { type, attribute, wanted: uidText(type, attribute, source), locale: null })
}

const availableInput = z.strictObject({
  uid: text(),
  field: text(),
  value: text(),
  id: z
    .string()
    .regex(/^\d{1,15}$/, { error: 'expected a number' })
    .optional(),
  locale: text(50).optional(),
})

export async function isUidAvailable(
  context: ManagementContext,
  rights: AdminRights,
  query: Readonly<Record<string, string>>,
): Promise<{ readonly available: boolean; readonly suggestion: string | null }> {
  const { uid, field, value: wanted, id } = checkInput(availableInput, query)
  const { type, attribute } = uidAttribute(context, rights, uid, field)
  if (!/^[A-Za-z0-9\-_.~]*$/.test(wanted))
    throw badInput([{ path: ['value'], message: 'expected letters, digits, and the characters - _ . ~' }])
  const place = { type, attribute, wanted, locale: null }
  const available = !(await isTaken(context, place, id === undefined ? null : Number(id)))
  return { available, suggestion: available ? null : await freeUid(context, place) }
}

interface UidPlace {
  readonly type: ContentType
  readonly attribute: ScalarAttribute
  readonly wanted: string
  readonly locale: string | null
}

/** `ridge`, `ridge-1`, `ridge-2`, ...: the first one that is free. */
export async function freeUid(context: ManagementContext, place: UidPlace): Promise<string> {
  const taken = await takenLike(context, place)
  if (!taken.has(place.wanted)) return place.wanted
  let number = 1
  while (taken.has(`${place.wanted}-${number}`)) number += 1
  return `${place.wanted}-${number}`
}

async function takenLike(
  { database }: ManagementContext,
  { type, attribute, wanted }: UidPlace,
): Promise<ReadonlySet<string>> {
  if (type.table === null || attribute.column === null) return new Set()
  const [rows = []] = await readRows(database, [selectLike(database.dialect, type.table, attribute, wanted)])
  return new Set(rows.map(([stored]) => String(stored)))
}

async function isTaken(
  { database }: ManagementContext,
  { type, attribute, wanted }: UidPlace,
  except: number | null,
): Promise<boolean> {
  if (type.table === null || attribute.column === null) return false
  const { dialect } = database
  const others = except === null ? sql`` : sql` and id <> ${idValue(dialect, except)}`
  const [rows = []] = await readRows(database, [
    sql`select 1 from ${table(type.table)} where ${name(attribute.column)} = ${value(wanted)}${others}`,
  ])
  return rows.length > 0
}

function uidAttribute({ schema }: ManagementContext, rights: AdminRights, uid: string, field: string) {
  const type = schema.types.get(uid)
  if (type === undefined || rights.grant(uid, 'read') === null) throw new PopulusError('notFound')
  const attribute = type.attributes.get(field)
  const isOpen = (['read', 'create', 'update'] as const).some(action => {
    const grant = rights.grant(uid, action)
    return grant !== null && coversPath(grant.fields, field)
  })
  if (attribute?.kind !== 'scalar' || attribute.type !== 'uid' || !isOpen)
    throw badInput([{ path: ['field'], message: `${uid} has no uid attribute ${field.slice(0, 100)}` }])
  return { type, attribute }
}
