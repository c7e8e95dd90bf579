/** When an entry is published and unpublished, for clients of the content API that may change `publishedAt`. */
import { z } from 'zod'
import type { WriteCaller } from '../../content/content-hooks.ts'
import { authorOf, NOTHING_STORED, withoutStoring } from '../../content/write/commit-write.ts'
import { checkOpenRow, isOpenRow } from '../../content/write/open-rows.ts'
import { readingScope } from '../../content/write/reading-scope.ts'
import { findSingleId } from '../../content/write/single-entry.ts'
import { findStored } from '../../content/write/store/store-entry.ts'
import { writeScope } from '../../content/write/write-scope.ts'
import { PopulusError } from '../../errors.ts'
import { checkInput } from '../../input/check-input.ts'
import { writableFields } from '../../plan/access.ts'
import { type ContentType, isScalar } from '../../schema/schema.ts'
import { updateRow } from '../../sql/compile-write.ts'
import { readingFrom } from '../../storage/run-fragment.ts'
import { idOfText } from '../../util/json/largest-id.ts'
import type { ManagementContext } from '../management-context.ts'
import type { Publication } from '../writing/publication.ts'
import { type ScheduledRow, selectOfEntries, toScheduled } from './schedule-rows.ts'
import { actsIn, checkTimes, PLANNED_TIMES, storeTimes, type WantedTimes } from './store-times.ts'

/** The entry that is meant: `id` of a collection, `locale` of a single type. */
export interface ClientOrder {
  readonly type: ContentType
  readonly access: WriteCaller
  readonly id: string
  readonly locale: string | undefined
}

export interface ClientSchedule {
  readonly publish: ClientAct | null
  readonly unpublish: ClientAct | null
}

type ClientAct = Pick<ScheduledRow, 'state' | 'reason'> & { readonly at: string; readonly setAt: string }

const input = z.strictObject(PLANNED_TIMES)

export async function clientSchedule(context: ManagementContext, order: ClientOrder): Promise<ClientSchedule> {
  const id = await openId(context, order)
  const { database } = context
  const rows = await readingFrom(database)(selectOfEntries(database.dialect, order.type.uid, [id]))
  return shown(rows.map(toScheduled))
}

/** What `data` does not name stays; `null` removes it. */
export async function setClientSchedule(
  context: ManagementContext,
  order: ClientOrder,
  data: unknown,
): Promise<ClientSchedule> {
  const id = await openId(context, order)
  const times = checkInput(input, data)
  checkTimes(context, times)
  await checkRules(context, order, id, times)
  const { type, access } = order
  return shown(await storeTimes(context, { type, ids: [id], times, by: authorOf(access) }))
}

export async function removeClientSchedule(context: ManagementContext, order: ClientOrder): Promise<ClientSchedule> {
  const id = await openId(context, order)
  const { type, access } = order
  const times = { publishAt: null, unpublishAt: null }
  return shown(await storeTimes(context, { type, ids: [id], times, by: authorOf(access) }))
}

/** Throws `forbidden` if the caller cannot publish at all, `notFound` for an entry that they may not change. */
async function openId({ api }: ManagementContext, { type, access, id: text, locale }: ClientOrder): Promise<number> {
  if (writableFields(access, type.uid)?.has('publishedAt') === false)
    throw new PopulusError('forbidden', {}, { hint: `needs the right to write publishedAt of ${type.uid}` })
  const scope = await readingScope(api)
  const id = type.single ? await findSingleId(scope, type, locale) : idOfText(text)
  const isThere = id !== null && (await findStored(scope, type, id)) !== null
  if (!isThere || !(await isOpenRow(scope, { type, access }, id, 'update'))) throw new PopulusError('notFound')
  return id
}

/** A rule may leave drafts to the caller, but nothing that is published. So it is tried, and taken back. */
async function checkRules(
  { api, clock }: ManagementContext,
  { type, access }: ClientOrder,
  id: number,
  times: WantedTimes,
): Promise<void> {
  const { database, schema } = api
  const { dialect } = database
  const { table } = type
  const publishedAt = type.attributes.get('publishedAt')
  if (access.rows?.get(type.uid)?.update === undefined || table === null || !isScalar(publishedAt)) return
  const { column } = publishedAt
  if (column === null) return
  const defaultLocale = await api.defaultLocale()
  for (const [action, at] of actsIn(times)) {
    if (at === null) continue
    const moment = action === 'publish' ? dialect.encode(publishedAt.type, new Date(clock())) : null
    await withoutStoring(() =>
      database.write(async transaction => {
        const scope = writeScope({ schema, dialect, defaultLocale }, transaction)
        await scope.change(table, updateRow(table, new Map([[column, moment]]), id))
        await checkOpenRow(scope, { type, access }, id, 'update')
        throw NOTHING_STORED
      }),
    )
  }
}

function shown(rows: readonly ScheduledRow[]): ClientSchedule {
  const of = (wanted: Publication): ClientAct | null => {
    const found = rows.find(({ action }) => action === wanted)
    if (found === undefined) return null
    const { at, state, reason, setAt } = found
    return { at: new Date(at).toISOString(), state, reason, setAt: new Date(setAt).toISOString() }
  }
  return { publish: of('publish'), unpublish: of('unpublish') }
}
