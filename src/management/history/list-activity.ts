/** Who has changed what and when: the feed of changes, searched from its end. It names entries and people, and shows no other values. */
import { z } from 'zod'
import type { Activity } from '../../admin-api/history-api.ts'
import type { Author } from '../../changes/change.ts'
import { toChange } from '../../changes/change-rows.ts'
import { PopulusError } from '../../errors.ts'
import { checkInput, moment, text } from '../../input/check-input.ts'
import { FILE_UID } from '../../schema/schema.ts'
import { readingFrom } from '../../storage/run-fragment.ts'
import { LARGEST_ID } from '../../util/json/largest-id.ts'
import { type EntryPlace, nameEntries, nameFiles } from '../entries/name-entries.ts'
import type { ManagementContext } from '../management-context.ts'
import type { AdminRights } from '../rights/admin-rights.ts'
import { wholeNumber } from './history-input.ts'
import { nameAuthors } from './name-authors.ts'

const MOST = 1000
const DEFAULT = 100

const author = z
  .string()
  .regex(/^(?:admin|user|token)(?::[1-9]\d{0,14})?$/, {
    error: 'expected admin, user or token, or one of them: token:3',
  })
  .transform((given): Partial<Author> => {
    const [kind, id] = given.split(':')
    return { kind: kind as Author['kind'], ...(id === undefined ? {} : { id: Number(id) }) }
  })

const filter = z.strictObject({
  type: text().optional(),
  entry: wholeNumber(LARGEST_ID).optional(),
  action: z
    .enum(['create', 'update', 'delete', 'publish', 'unpublish', 'move'], {
      error: 'expected create, update, delete, publish, unpublish or move',
    })
    .optional(),
  by: author.optional(),
  from: moment('2026-11-17 or 2026-11-17T09:30:00Z').optional(),
  to: moment('2026-11-17 or 2026-11-17T09:30:00Z').optional(),
  before: wholeNumber(Number.MAX_SAFE_INTEGER).optional(),
  limit: wholeNumber(MOST).optional(),
})

export interface ActivityPage {
  readonly data: readonly Activity[]
  readonly meta: { readonly more: boolean }
}

/** For the role Super Admin, and for roles that may read Strapi's audit logs: it tells of every entry. */
export async function listActivity(
  context: ManagementContext,
  rights: AdminRights,
  query: Readonly<Record<string, string | undefined>>,
): Promise<ActivityPage> {
  if (!rights.superAdmin && !rights.actions.has('admin::audit-logs.read')) throw new PopulusError('forbidden')
  const { entry, action, limit = DEFAULT, ...given } = checkInput(filter, query)
  const actions = action === undefined ? undefined : [action]
  const { changes: store } = context.api
  if (store === undefined) throw new PopulusError('changesOff')
  const rows = await readingFrom(context.database)(store.search({ ...given, actions, id: entry, limit: limit + 1 }))
  const found = rows.slice(0, limit).map(toChange)
  const named = await nameAuthors(
    context,
    found.map(({ by }) => by),
  )
  const [entries, files] = [await nameEntries(context, rights, found), await nameFiles(context, rights, found)]
  const titleOf = (place: EntryPlace) => (place.type === FILE_UID ? files.get(place.id) : entries(place)?.title) ?? null
  const data = found.map(({ position, id, at, by, ...change }) => ({
    ...{ id: position, ...change, entry: id, title: titleOf({ type: change.type, id }) },
    ...{ by: named(by), at: new Date(at).toISOString() },
  }))
  return { data, meta: { more: rows.length > limit } }
}
