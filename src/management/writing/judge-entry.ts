/** What keeps entries, with their pending changes, from being published. */
import type { EntryInput } from '../../admin-api/content-api.ts'
import { judgeAllStored, planInput } from '../../content/write/values/write-input.ts'
import type { WriteScope } from '../../content/write/write-scope.ts'
import type { ValueProblem } from '../../plan/write/write-plan.ts'
import { mapInSlices } from '../../util/process/slices.ts'
import type { ManagedType } from '../entries/managed-type.ts'
import type { FormEntry } from '../entries/read-entry.ts'
import type { ManagementContext } from '../management-context.ts'
import { storedBody } from './stored-body.ts'

export interface PublishedEntry {
  readonly entry: FormEntry
  /** Its pending changes. */
  readonly pending: EntryInput | undefined
}

/**
 * By the id of the entry, in one pass over all of them; entries without problems are absent. `managed` must have all
 * rights: a field that the person cannot see counts too.
 */
export async function publishProblems(
  { content, schema }: ManagementContext,
  scope: WriteScope,
  { type, access }: ManagedType,
  entries: readonly PublishedEntry[],
): Promise<ReadonlyMap<number, readonly ValueProblem[]>> {
  const { defaultLocale } = scope
  const bodies = await mapInSlices(entries, ({ entry, pending }) => ({
    ...storedBody(entry.values, type, schema, { keepIds: true }),
    ...pending,
  }))
  const inputs = await mapInSlices(entries, ({ entry: { id, translations } }, index) => ({
    planned: planInput(content, { type, access, data: bodies[index]! }, { mode: 'update', defaultLocale }),
    checked: { isDraft: false, id, translations: translations.map(other => other.id) },
  }))
  const found = await judgeAllStored(scope, inputs)
  const problems = found.map((list, index) =>
    list.map(problem => (isEmptyAt(bodies[index], problem.path) ? missing(problem) : problem)),
  )
  return new Map(
    entries.flatMap(({ entry }, index) => (problems[index]!.length === 0 ? [] : [[entry.id, problems[index]!]])),
  )
}

/** With what else keeps an entry back. */
export function withProblem(
  found: ReadonlyMap<number, readonly ValueProblem[]>,
  others: ReadonlyMap<number, ValueProblem>,
): ReadonlyMap<number, readonly ValueProblem[]> {
  return new Map([...found, ...[...others].map(([id, problem]) => [id, [problem, ...(found.get(id) ?? [])]] as const)])
}

/** What is empty is reported as Strapi reports it when an entry is published. */
function missing({ path }: ValueProblem): ValueProblem {
  return { path, message: `${path.join('.')} must be defined.` }
}

function isEmptyAt(data: unknown, path: readonly string[]): boolean {
  if (path.length === 0) return false
  let value = data
  for (const step of path)
    value = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[step] : undefined
  return value === null || value === undefined
}
