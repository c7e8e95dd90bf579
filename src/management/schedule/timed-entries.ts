/** Entries that are published and unpublished at set times. */
import { NOTHING_STORED, withoutStoring } from '../../content/write/commit-write.ts'
import { PopulusError } from '../../errors.ts'
import { readingFrom, runningIn } from '../../storage/run-fragment.ts'
import { type ManagedType, managedType } from '../entries/managed-type.ts'
import { entriesReader } from '../entries/read-entries.ts'
import type { ManagementContext } from '../management-context.ts'
import { findPending } from '../pending/pending-changes.ts'
import { GONE } from '../releases/check-release.ts'
import { checkHasDrafts } from '../writing/publication.ts'
import { type PublishOrder, publishAll } from '../writing/publish-entry.ts'
import type { TimedWork } from './due-work.ts'
import {
  failScheduled,
  postponeScheduled,
  type ScheduledRow,
  scheduleTable,
  selectDue,
  selectNextDue,
  takeScheduled,
  toScheduled,
} from './schedule-rows.ts'
import { setterRights } from './setter-rights.ts'

export function timedEntries(context: ManagementContext): TimedWork {
  const { database } = context
  const { dialect } = database
  return {
    table: scheduleTable(dialect),
    next: selectNextDue(dialect),
    due: async (now, most) => {
      const rows = await readingFrom(database)(selectDue(dialect, now, most))
      return rows.map(toScheduled).map(row => ({
        at: row.at,
        act: () => act(context, row),
        fail: reason => failScheduled(dialect, row, typeof reason === 'string' ? reason : reasonOf(reason)),
        postpone: until => postponeScheduled(dialect, row, until),
      }))
    },
  }
}

async function act(context: ManagementContext, row: ScheduledRow): Promise<void> {
  const { database } = context
  const { dialect } = database
  const { id, action } = row
  const managed = await managedBy(context, row)
  if (!(await isNeeded(context, managed, row))) {
    await database.write(transaction => runningIn(transaction, database)(takeScheduled(dialect, row)))
    return
  }
  const check: PublishOrder['check'] = async scope => {
    if ((await scope.ask(takeScheduled(dialect, row))).length === 0) throw NOTHING_STORED
  }
  await withoutStoring(() => publishAll(context, managed, { ids: [id], to: action, check, client: clientOf(row) }))
}

async function managedBy(context: ManagementContext, { uid, by }: ScheduledRow): Promise<ManagedType> {
  const type = context.schema.types.get(uid)
  if (type === undefined) throw new PopulusError('badInput', { problems: `there is no content type ${uid}` })
  checkHasDrafts(type)
  return managedType(context, await setterRights(context, by?.kind === 'admin' ? by.id : null), uid)
}

/** The author of the change, if it is no administrator. */
function clientOf({ by }: ScheduledRow): PublishOrder['client'] {
  if (by === null || by.kind === 'admin') return undefined
  return by.kind === 'user' ? { userId: by.id } : { tokenId: by.id }
}

/** Somebody else may have published it meanwhile. Throws if the entry is gone. */
async function isNeeded(
  context: ManagementContext,
  managed: ManagedType,
  { uid, id, action }: ScheduledRow,
): Promise<boolean> {
  const entry = (await (await entriesReader(context, managed, [id])).read()).get(id)
  if (entry === undefined) throw new PopulusError('badInput', { problems: GONE })
  if (action === 'unpublish') return entry.publishedAt !== null
  return entry.publishedAt === null || (await findPending(context.database, uid, [id])).has(id)
}

const LONGEST_REASON = 1000

/** All problems of the entry, or what else was refused. */
function reasonOf({ message, details }: PopulusError): string {
  const { errors = [] } = details as { readonly errors?: readonly { readonly message: string }[] }
  const problems = errors.map(problem => problem.message)
  return (problems.length === 0 ? message : [...new Set(problems)].join('; ')).slice(0, LONGEST_REASON)
}
