/** What keeps an entry, with its pending changes, from being published. */
import type { EntryInput } from '../../admin-api/content-api.ts'
import { judgeStored, planInput } from '../../content/write/write-input.ts'
import { type WriteScope, writeScope } from '../../content/write/write-scope.ts'
import type { ValueProblem } from '../../plan/write/write-plan.ts'
import { steps } from '../../storage/database.ts'
import type { ManagedType } from '../entries/managed-type.ts'
import type { FormEntry } from '../entries/read-entry.ts'
import type { ManagementContext } from '../management-context.ts'
import { storedBody } from './stored-body.ts'

/** `managed` must have all rights: a field that the person cannot see counts too. */
export async function publishProblems(
  { content, schema }: ManagementContext,
  scope: WriteScope,
  { type, access }: ManagedType,
  { entry, pending }: { readonly entry: FormEntry; readonly pending: EntryInput | undefined },
): Promise<readonly ValueProblem[]> {
  const data = { ...storedBody(entry.values, type, schema, { keepIds: true }), ...pending }
  const { defaultLocale } = scope
  const planned = planInput(content, { type, access, data }, { mode: 'update', defaultLocale })
  const problems = await judgeStored(scope, planned, { isDraft: false, id: entry.id })
  return problems.map(problem => (isEmptyAt(data, problem.path) ? missing(problem) : problem))
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

/** A scope for checks that change nothing: every statement is a read of its own. */
export async function readingScope({ content, database, schema }: ManagementContext): Promise<WriteScope> {
  const defaultLocale = await content.defaultLocale()
  return writeScope(
    { dialect: database.dialect, schema, defaultLocale },
    { run: async statement => (await database.read(steps(statement), {}))[0] ?? [] },
  )
}
