/** What somebody gives instead of deleted values. */

import { checkStored } from '../../content/write/values/check-stored.ts'
import { invalidValues, planInput, type ValuesInput } from '../../content/write/values/write-input.ts'
import type { WriteScope } from '../../content/write/write-scope.ts'
import { judgeWrite } from '../../plan/write/plan-write.ts'
import type { ManagementContext } from '../management-context.ts'

/** Throws if it leads to entries or files that the person could not put there otherwise. Everything else is judged with the entry. */
export async function checkGiven({ content }: ManagementContext, scope: WriteScope, input: ValuesInput): Promise<void> {
  const planned = planInput(content, input, { mode: 'update', defaultLocale: scope.defaultLocale })
  const body = { write: planned.write, problems: [], entry: { id: null }, given: {} }
  const [found] = await checkStored(scope, [body], { rows: input.access.rows, bareLinks: false })
  if (found!.missing.length > 0) throw invalidValues(judgeWrite(planned, { isDraft: true, found: found! }))
}
