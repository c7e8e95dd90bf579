/** For code that is to see valid values only: a body with problems is refused before it runs, as in Strapi. */
import type { ContentContext } from '../content-context.ts'
import { findPlace } from './find-place.ts'
import { planNew } from './values/fill-uids.ts'
import { invalidValues, judgeStored, planInput } from './values/write-input.ts'
import type { WantedEntry, WriteOrder } from './write-order.ts'
import type { WriteScope } from './write-scope.ts'

/** Throws all problems at once. `scope` only reads. */
export async function checkBeforeHooks(
  context: ContentContext,
  scope: WriteScope,
  { type, access }: WriteOrder,
  { target, data }: WantedEntry,
): Promise<void> {
  const { id, isDraft, translations, inherited } = await findPlace(scope, { type, access }, target, data)
  const input = { type, access, data }
  const plan = { defaultLocale: scope.defaultLocale, ...(inherited === undefined ? {} : { inherited }) }
  const planned =
    id === null ? planNew(context, input, plan).planned : planInput(context, input, { mode: 'update', ...plan })
  const problems = await judgeStored(scope, planned, { isDraft, id, translations })
  if (problems.length > 0) throw invalidValues(problems)
  if (planned.refusal !== null) throw planned.refusal
}
