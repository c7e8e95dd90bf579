/** Creates an entry of a collection. */

import type { ContentContext } from '../content-context.ts'
import { prepareRead } from '../read/prepare-read.ts'
import { commitWrite } from './commit-write.ts'
import { localeForNew } from './entry-locale.ts'
import { insertEntry } from './store-entry.ts'
import { checkInput, readStored, type WriteInput, wantsDraft, withScalar } from './write-input.ts'

/** The JSON text of the new entry. A bad query or body changes nothing. */
export async function create(context: ContentContext, input: WriteInput): Promise<string> {
  const { type, data } = input
  const read = await prepareRead(context, input, { kind: 'stored' })
  return commitWrite(context, { type, action: 'create' }, async scope => {
    const locale = await localeForNew(scope, type, data.locale)
    const entry = await checkInput(context, scope, input, { mode: 'create', isDraft: wantsDraft(type, data), id: null })
    return readStored(scope, read, await insertEntry(scope, withScalar(entry, 'locale', locale)))
  })
}
