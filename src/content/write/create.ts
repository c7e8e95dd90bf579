/** Creates an entry of a collection. */

import type { ContentContext } from '../content-context.ts'
import { prepareRead } from '../read/prepare-read.ts'
import { commitWrite } from './commit-write.ts'
import { localeForNew } from './entry-locale.ts'
import { planNew, settleUids } from './fill-uids.ts'
import { checkOpenRow } from './open-rows.ts'
import { hashPlanned } from './password-hashes.ts'
import { runHooks } from './run-hooks.ts'
import { insertEntry } from './store/store-entry.ts'
import { checkInput, readStored, type WriteInput, wantedValues, wantsDraft, withScalar } from './write-input.ts'

/** Returns the new entry as JSON. An invalid query or body changes nothing. */
export async function create(context: ContentContext, sent: WriteInput): Promise<string> {
  const { type } = sent
  const read = await prepareRead(context, sent, { kind: 'stored' })
  const { after, ...hooked } = await runHooks(context, { ...sent, action: 'create', id: null })
  const input = { ...sent, ...hooked }
  const data = wantedValues(input)
  const defaultLocale = await context.defaultLocale()
  const plan = { defaultLocale }
  const entryPlan = planNew(context, input, plan)
  const hashes = await hashPlanned(context, [entryPlan.planned])
  return commitWrite(context, { type, action: 'create', after }, async scope => {
    const locale = await localeForNew(scope, type, data.locale)
    const planned = await settleUids(context, scope, { input, plan, entry: entryPlan })
    const entry = await checkInput(scope, planned, hashes, { isDraft: wantsDraft(type, data), id: null })
    const id = await insertEntry(scope, withScalar(entry, 'locale', locale))
    await input.alongside?.(scope, id)
    await checkOpenRow(scope, sent, id, 'create')
    return readStored(scope, read, id)
  })
}
