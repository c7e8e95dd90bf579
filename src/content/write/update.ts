/** Changes an entry of a collection. Whatever the body does not name stays as it is. */
import { PopulusError } from '../../errors.ts'
import type { Access } from '../../plan/access.ts'
import type { PlannedWrite } from '../../plan/write/plan-write.ts'
import type { ContentType } from '../../schema/schema.ts'
import type { ContentContext } from '../content-context.ts'
import { entryIdOf } from '../read/entry-id.ts'
import { prepareRead } from '../read/prepare-read.ts'
import { commitWrite } from './commit-write.ts'
import { checkOpenRow, isOpenRow } from './open-rows.ts'
import { hashPlanned, type PasswordHashes } from './password-hashes.ts'
import { runHooks } from './run-hooks.ts'
import { spreadShared } from './store/spread-shared.ts'
import { updateEntry } from './store/store-entry.ts'
import { findStored } from './store/stored-entry.ts'
import { checkInput, planInput, readStored, type WriteInput } from './write-input.ts'
import type { WriteScope } from './write-scope.ts'

/** Returns the current entry as JSON. */
export async function update(context: ContentContext, sent: WriteInput & { readonly id: string }): Promise<string> {
  const read = await prepareRead(context, sent, { kind: 'stored' })
  const wanted = entryIdOf(sent.id)
  if (wanted === null) throw new PopulusError('notFound')
  const { type, access } = sent
  const { after, ...hooked } = await runHooks(context, { ...sent, action: 'update', id: wanted })
  const input = { ...sent, ...hooked }
  const defaultLocale = await context.defaultLocale()
  const planned = planInput(context, input, { mode: 'update', defaultLocale })
  const hashes = await hashPlanned(context, [planned])
  return commitWrite(context, { type, action: 'update', after }, async scope => {
    const id = await updateStored(scope, { type, access, planned, hashes, alongside: input.alongside }, wanted)
    return readStored(scope, read, id)
  })
}

export interface PlannedUpdate {
  readonly type: ContentType
  readonly access: Access
  readonly planned: PlannedWrite
  readonly hashes: PasswordHashes
  readonly alongside: WriteInput['alongside']
}

/** As in Strapi, the stored state decides whether the rules for drafts apply, not the state that the body asks for. */
export async function updateStored(
  scope: WriteScope,
  { type, access, planned, hashes, alongside }: PlannedUpdate,
  id: number,
): Promise<number> {
  const stored = await findStored(scope, type, id)
  if (stored === null || !(await isOpenRow(scope, { type, access }, id, 'update'))) throw new PopulusError('notFound')
  const entry = await checkInput(scope, planned, hashes, { isDraft: stored.isDraft, id })
  await updateEntry(scope, id, entry)
  await spreadShared(scope, type, id, entry)
  await alongside?.(scope, id)
  await checkOpenRow(scope, { type, access }, id, 'update')
  return id
}
