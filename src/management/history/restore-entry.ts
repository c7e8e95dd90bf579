/** Brings a deleted entry back through the write pipeline: its values, components, files, and relations in both directions. */
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { LostReference, RestoredEntry } from '../../admin-api/history-api.ts'
import { readingScope } from '../../content/write/reading-scope.ts'
import { sharedValues } from '../../content/write/values/shared-values.ts'
import { withScalar } from '../../content/write/values/write-input.ts'
import { writeEntries } from '../../content/write/write-entries.ts'
import type { WriteScope } from '../../content/write/write-scope.ts'
import { PopulusError } from '../../errors.ts'
import type { EntryRecord, RecordReference } from '../../history/version-record.ts'
import { unpackRecord } from '../../history/version-store.ts'
import { checkInput } from '../../input/check-input.ts'
import type { EntryWrite } from '../../plan/write/write-plan.ts'
import { ADMIN_UID, type ContentType, type Model, type ScalarAttribute } from '../../schema/schema.ts'
import { selectExisting } from '../../sql/compile-write.ts'
import type { ManagementContext } from '../management-context.ts'
import { adminAccess } from '../rights/admin-access.ts'
import { type AdminRights, authorIn } from '../rights/admin-rights.ts'
import { needGrant } from '../rights/row-conditions.ts'
import { heldBack } from '../workflows/stage-of-entries.ts'
import { entryInput } from '../writing/entry-input.ts'
import { checkGiven } from './check-given.ts'
import { needWholeType } from './covered-type.ts'
import { lostReferences, shownLost } from './lost-references.ts'
import { coversStored, findTrashed, needHistory, type TrashedEntry } from './manage-trash.ts'
import { type Body, recordBody, referencesIn } from './record-body.ts'
import { restoreIncoming } from './restore-incoming.ts'

const input = z.strictObject({ data: z.unknown().optional() })

export async function restoreEntry(
  context: ManagementContext,
  rights: AdminRights,
  { id, body }: { readonly id: number; readonly body: unknown },
): Promise<RestoredEntry> {
  const given = checkInput(input, body)
  const trashed = await findTrashed(context, rights, id)
  const { type } = trashed.managed
  const grant = needGrant(rights, type, 'create')
  if (!coversStored(type, grant, trashed.stored)) throw new PopulusError('forbidden')
  needWholeType(context.schema, type, grant)
  const chosen = entryInput(given.data ?? {}, type, grant, context.schema)
  const record = unpackRecord(trashed.stored.content)
  const scope = await readingScope(context.content)
  const lost = await lostReferences(scope, trashed.managed, record, null)
  const translations = await idsThere(scope, type.uid, referencesIn(record.attributes.localizations))
  const data = {
    ...dataOf(context, trashed, {
      ...{ record, lost, shared: await sharedBy(scope, type, translations) },
      isHeld: (await heldBack(scope, type.uid, [trashed.stored.id])).size > 0,
    }),
    ...chosen,
  }
  const creator = await idsThere(scope, ADMIN_UID, referencesIn(record.attributes.createdBy))
  const late: LostReference[] = []
  const order = {
    type,
    access: accessOf(context, rights, type),
    entries: [{ target: { kind: 'restored', id: trashed.stored.id, translations }, data }],
  } as const
  const policy = {
    check: (write: WriteScope) => {
      const access = { ...adminAccess(context.schema, rights, 'create'), ...authorIn(rights) }
      return checkGiven(context, write, { type, access, data: chosen })
    },
    complete: (entry: EntryWrite) => asItWas(entry, record, creator),
    alongside: async (write: WriteScope, newId: number) => {
      const { store } = needHistory(context, 'trash')
      late.length = 0
      if ((await write.ask(store.leaveTrash(id))).length === 0) throw new PopulusError('notFound')
      late.push(...(await restoreIncoming(write, type, { record, id: newId })))
    },
  }
  const restored = await writeEntries(context.content, order, policy, async (_scope, [written]) => written!)
  return { uid: type.uid, id: restored, lost: await shownLost(context, trashed.managed, record, [...lost, ...late]) }
}

/** Whoever may not publish gets a draft; so does everybody, if entries are published in a later stage than the first one. */
function dataOf(
  { schema }: ManagementContext,
  { managed: { type, rights }, stored }: TrashedEntry,
  { record, lost, shared, isHeld }: RestoredRecord,
): Body {
  const gone = new Set(lost.map(({ field, uid, id }) => `${field} ${uid} ${id}`))
  const values = recordBody(schema, type, record, {
    includes: ({ name, writable }) => writable && !shared.has(name),
    keeps: ({ type: uid, id }, _attribute, field) => !gone.has(`${field} ${uid} ${id}`),
  })
  const grant = rights.grant(type.uid, 'publish')
  const mayPublish = !isHeld && grant !== null && coversStored(type, grant, stored)
  const publishedAt = mayPublish ? (record.attributes.publishedAt ?? null) : null
  return {
    ...values,
    ...Object.fromEntries(passwordsIn(type, record).map(([{ name }]) => [name, randomBytes(16).toString('hex')])),
    ...(type.draftAndPublish ? { publishedAt } : {}),
    ...(type.localized ? { locale: stored.locale } : {}),
  }
}

interface RestoredRecord {
  readonly record: EntryRecord
  readonly lost: readonly LostReference[]
  /** The fields that its translations have values for. */
  readonly shared: ReadonlySet<string>
  /** By the stage in which it will be. */
  readonly isHeld: boolean
}

/** What translations share is taken from them, as far as they have it. */
async function sharedBy(
  scope: WriteScope,
  type: ContentType,
  [other]: readonly number[],
): Promise<ReadonlySet<string>> {
  if (other === undefined) return new Set()
  const values = Object.entries(await sharedValues(scope, type, other))
  return new Set(values.flatMap(([name, value]) => (value === null ? [] : [name])))
}

/** The rules of other types are not asked: what the entry had, it gets back. */
function accessOf({ schema }: ManagementContext, rights: AdminRights, { uid }: ContentType) {
  const { rows, ...access } = adminAccess(schema, rights, 'create')
  const own = rows?.get(uid)
  return { ...access, ...(own === undefined ? {} : { rows: new Map([[uid, own]]) }), ...authorIn(rights) }
}

/** What no body decides. */
function asItWas(entry: EntryWrite, record: EntryRecord, creator: readonly number[]): EntryWrite {
  const { createdAt } = record.attributes
  const dated = typeof createdAt === 'string' ? withScalar(entry, 'createdAt', new Date(createdAt)) : entry
  const secret = passwordsIn(entry.model, record).reduce(
    (filled, [{ name }, hash]) => withScalar(filled, name, hash),
    dated,
  )
  const attribute = entry.model.attributes.get('createdBy')
  if (attribute?.kind !== 'relation' || attribute.link?.kind !== 'parent-column') return secret
  const others = secret.links.filter(link => link.attribute !== attribute)
  return { ...secret, links: [...others, { attribute, change: { kind: 'set', ids: creator } }] }
}

function passwordsIn(type: Model, { attributes }: EntryRecord): readonly (readonly [ScalarAttribute, string])[] {
  return [...type.attributes.values()].flatMap(attribute => {
    const { hash } = (attributes[attribute.name] ?? {}) as { hash?: unknown }
    const isPassword = attribute.kind === 'scalar' && attribute.type === 'password'
    return isPassword && typeof hash === 'string' ? [[attribute, hash] as const] : []
  })
}

async function idsThere(scope: WriteScope, uid: string, named: readonly RecordReference[]): Promise<readonly number[]> {
  const table = scope.schema.types.get(uid)?.table
  if (named.length === 0 || table === null || table === undefined) return []
  const there = new Set(
    (
      await scope.ask(
        selectExisting(
          table,
          named.map(({ id }) => id),
        ),
      )
    ).map(([id]) => Number(id)),
  )
  return named.flatMap(({ id }) => (there.has(id) ? [id] : []))
}
