/** Releases that are published at set times. */
import type { ReleaseProblem } from '../../admin-api/release-api.ts'
import { NOTHING_STORED, withoutStoring } from '../../content/write/commit-write.ts'
import type { PopulusError } from '../../errors.ts'
import { readingFrom } from '../../storage/run-fragment.ts'
import type { ManagementContext } from '../management-context.ts'
import type { TimedWork } from '../schedule/due-work.ts'
import { setterRights } from '../schedule/setter-rights.ts'
import { doRelease } from './publish-release.ts'
import {
  failRelease,
  postponeRelease,
  type ReleaseRow,
  releasesTable,
  selectDueReleases,
  selectNextRelease,
  selectReleaseItems,
  takeRelease,
  toRelease,
  toReleaseItem,
} from './release-rows.ts'

export function timedReleases(context: ManagementContext): TimedWork {
  const { database } = context
  const { dialect } = database
  return {
    table: releasesTable(dialect),
    next: selectNextRelease(dialect),
    due: async (now, most) => {
      const rows = await readingFrom(database)(selectDueReleases(dialect, now, most))
      return rows.map(toRelease).map(row => {
        const due = { ...row, at: row.at! }
        return {
          at: due.at,
          act: () => act(context, due),
          fail: reason => failRelease(dialect, due, problemsOf(reason)),
          postpone: until => postponeRelease(dialect, due, until),
        }
      })
    },
  }
}

async function act(context: ManagementContext, row: ReleaseRow & { readonly at: number }): Promise<void> {
  const { database, clock } = context
  const { id, at, setBy } = row
  const items = (await readingFrom(database)(selectReleaseItems(database.dialect, [id]))).map(toReleaseItem)
  const taken = { doneAt: clock(), doneBy: setBy }
  const take: Parameters<typeof doRelease>[2]['take'] = async scope => {
    if ((await scope.ask(takeRelease(scope.dialect, { id, at }, taken))).length === 0) throw NOTHING_STORED
  }
  const rights = await setterRights(context, setBy)
  await withoutStoring(() => doRelease(context, rights, { id, items, take }))
}

const MOST_PROBLEMS = 100

function problemsOf(reason: PopulusError | string): readonly ReleaseProblem[] {
  if (typeof reason === 'string') return [{ uid: null, id: null, message: reason }]
  const { problems = [] } = reason.details as { readonly problems?: readonly ReleaseProblem[] }
  return problems.length === 0 ? [{ uid: null, id: null, message: reason.message }] : problems.slice(0, MOST_PROBLEMS)
}
