/** Unsaved work: what a person was writing, kept for that person alone. */

import { z } from 'zod'
import type { DraftValue } from '../../admin-api/content-api.ts'
import type { DraftInfo } from '../../admin-api/draft-api.ts'
import type { Json } from '../../admin-api/route-types.ts'
import { PopulusError } from '../../errors.ts'
import { changeIn } from '../../identity/records/change-rights.ts'
import { epochValue, idValue } from '../../identity/records/record-shape.ts'
import { readRows } from '../../identity/records/stored-rows.ts'
import { checkInput } from '../../input/check-input.ts'
import { DRAFTS_TABLE } from '../../schema/own-table-names.ts'
import { type Fragment, sql, table, value } from '../../sql/fragment.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import type { Row } from '../../sql/statement.ts'
import { changeAlone } from '../../storage/change-alone.ts'
import type { ManagementContext } from '../management-context.ts'
import type { AdminRights } from '../rights/admin-rights.ts'

/** A person keeps at most this many drafts; the oldest ones make room. */
const MOST_DRAFTS = 500

/** Before the name of a draft that has become an entry; its row says which one. Nobody can ask for such a row. */
const MADE = 'made-'

/** Whose draft of which entry. */
export interface DraftPlace {
  readonly adminId: number
  readonly uid: string
  /** A number, or `new-<key>` for an entry that does not exist yet. */
  readonly entry: string
}

/** The name of a draft of an entry that does not exist yet. */
export const NEW_DRAFT = /^new-[\w-]{1,64}$/

const text = (most: number) =>
  z
    .string({ error: 'expected a string' })
    .max(most, { error: `expected at most ${most} characters` })
    .refine(given => !given.includes('\0'), { error: 'must not contain the NUL character' })

const draftInput = z.strictObject({
  base: text(20_000).nullable(),
  changes: z.unknown().refine(given => given !== undefined, { error: 'expected a JSON value' }),
  title: text(255).optional(),
  locale: text(50).optional(),
})

/** Only for types that the person may read, and for entries that exist or are new. */
export function draftPlace(
  { schema }: ManagementContext,
  rights: AdminRights,
  { uid, id }: { readonly uid: string; readonly id: string },
): DraftPlace {
  const isPlace = /^(\d{1,15}|single)$/.test(id) || NEW_DRAFT.test(id)
  if (!isPlace || !schema.types.has(uid) || rights.grant(uid, 'read') === null) throw new PopulusError('notFound')
  return { adminId: rights.administrator.id, uid, entry: id }
}

export async function listDrafts(
  { database }: ManagementContext,
  { administrator }: AdminRights,
): Promise<readonly DraftInfo[]> {
  const { dialect } = database
  const [rows = []] = await readRows(database, [
    sql`select uid, entry, title, locale, saved_at from ${drafts(dialect)}
      where admin_id = ${idValue(dialect, administrator.id)} and entry not like ${value(`${MADE}%`)} order by saved_at desc, uid, entry`,
  ])
  return rows.map(([uid, entry, title, locale, savedAt]) => ({
    uid: String(uid),
    id: String(entry),
    title: typeof title === 'string' ? title : null,
    locale: typeof locale === 'string' ? locale : null,
    savedAt: new Date(Number(savedAt)).toISOString(),
  }))
}

export async function loadDraft({ database }: ManagementContext, place: DraftPlace): Promise<DraftValue | null> {
  const [rows = []] = await readRows(database, [selectDraft(database.dialect, place)])
  return rows[0] === undefined ? null : toDraft(rows[0])
}

export function selectDraft(dialect: SqlDialect, place: DraftPlace): Fragment {
  return sql`select base, changes, saved_at from ${drafts(dialect)} where ${isAt(dialect, place)}`
}

export function toDraft([base, changes, savedAt]: Row): DraftValue {
  return {
    base: typeof base === 'string' ? base : null,
    changes: JSON.parse(String(changes)) as Json,
    savedAt: new Date(Number(savedAt)).toISOString(),
  }
}

export async function storeDraft(
  { database, admin, clock }: ManagementContext,
  place: DraftPlace,
  input: unknown,
): Promise<{ readonly savedAt: string }> {
  const { base, changes, title = null, locale = null } = checkInput(draftInput, input)
  const stored = JSON.stringify(changes)
  const limit = admin.settings.draftSize
  if (Buffer.byteLength(stored) > limit) throw new PopulusError('draftTooLarge', { limit })
  const { dialect } = database
  const now = clock()
  const owner = idValue(dialect, place.adminId)
  const moment = epochValue(dialect, now)
  await changeAlone(database, `drafts of ${place.adminId}`, async run => {
    await run(sql`
      insert into ${drafts(dialect)} (admin_id, uid, entry, base, changes, title, locale, saved_at)
      values (${owner}, ${value(place.uid)}, ${value(place.entry)}, ${value(base)}, ${value(stored)}, ${value(title)},
        ${value(locale)}, ${moment})
      on conflict (admin_id, uid, entry) do update set base = excluded.base, changes = excluded.changes,
        title = excluded.title, locale = excluded.locale, saved_at = excluded.saved_at`)
    await run(sql`
      delete from ${drafts(dialect)} where admin_id = ${owner} and not (${isAt(dialect, place)}) and saved_at < (
        select min(saved_at) from (
          select saved_at from ${drafts(dialect)} where admin_id = ${owner} order by saved_at desc
          limit ${value(dialect.encode('integer', MOST_DRAFTS))}
        ) as newest)`)
  })
  return { savedAt: new Date(now).toISOString() }
}

/** With the mark that it has become an entry. */
export async function deleteDraft({ database }: ManagementContext, place: DraftPlace): Promise<boolean> {
  return changeIn(database, async run => {
    await run(removeDraft(database.dialect, made(place)))
    return (await run(removeDraft(database.dialect, place))).length > 0
  })
}

export function removeDraft(dialect: SqlDialect, place: DraftPlace): Fragment {
  return sql`delete from ${drafts(dialect)} where ${isAt(dialect, place)} returning entry`
}

/** The entry that a draft has become, if it was sent before. */
export async function entryOfDraft({ database }: ManagementContext, place: DraftPlace): Promise<number | null> {
  const [rows = []] = await readRows(database, [selectDraft(database.dialect, made(place))])
  return rows[0] === undefined ? null : Number(rows[0][0])
}

/** Returns no row if the draft has become an entry in the meantime. */
export function markMade(dialect: SqlDialect, place: DraftPlace, id: number, now: number): Fragment {
  return sql`
    insert into ${drafts(dialect)} (admin_id, uid, entry, base, changes, title, locale, saved_at)
    values (${idValue(dialect, place.adminId)}, ${value(place.uid)}, ${value(made(place).entry)}, ${value(String(id))},
      ${value('null')}, null, null, ${epochValue(dialect, now)})
    on conflict (admin_id, uid, entry) do nothing returning entry`
}

function made(place: DraftPlace): DraftPlace {
  return { ...place, entry: `${MADE}${place.entry}` }
}

function isAt(dialect: SqlDialect, { adminId, uid, entry }: DraftPlace): Fragment {
  return sql`admin_id = ${idValue(dialect, adminId)} and uid = ${value(uid)} and entry = ${value(entry)}`
}

function drafts({ ownSchema }: SqlDialect): Fragment {
  return table(DRAFTS_TABLE, ownSchema)
}
