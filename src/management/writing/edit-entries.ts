/** Sets the same values in many entries. */
import { commitWrite } from '../../content/write/commit-write.ts'
import { hashPlanned, type PasswordHashes } from '../../content/write/password-hashes.ts'
import { spreadShared } from '../../content/write/spread-shared.ts'
import { updateEntry } from '../../content/write/store-entry.ts'
import { findStored } from '../../content/write/stored-entry.ts'
import { checkInput as checkValues, planInput } from '../../content/write/write-input.ts'
import type { WriteScope } from '../../content/write/write-scope.ts'
import { PopulusError } from '../../errors.ts'
import type { PlannedWrite } from '../../plan/write/plan-write.ts'
import type { ContentType } from '../../schema/schema.ts'
import type { ManagedType } from '../entries/managed-type.ts'
import type { ManagementContext } from '../management-context.ts'
import { adminAccess } from '../rights/admin-access.ts'
import { needGrant } from '../rights/row-conditions.ts'
import { byPerson, entryInput } from './entry-input.ts'

/** In all of them or in none. Returns why entries cannot be changed. */
export async function editEntries(
  context: ManagementContext,
  managed: ManagedType,
  { ids, data, dryRun }: { readonly ids: readonly number[]; readonly data: unknown; readonly dryRun: boolean },
): Promise<readonly { readonly id: number; readonly error: PopulusError }[]> {
  const { type, rights } = managed
  const { content, schema } = context
  const grant = needGrant(rights, type, 'update')
  const given = entryInput(data, type, grant, schema)
  const defaultLocale = await content.defaultLocale()
  const write = { type, access: adminAccess(schema, rights, 'update'), data: given }
  const planned = planInput(content, write, { mode: 'update', defaultLocale })
  const hashes = await hashPlanned(content, [planned])
  const by = rights.administrator.id
  const failed: { id: number; error: PopulusError }[] = []
  const [first = 0, ...others] = ids
  try {
    await commitWrite(content, { type, action: 'update' }, async scope => {
      for (const id of ids) {
        const error = await editOne(scope, { planned, hashes, by, id })
        if (error !== null) failed.push({ id, error })
      }
      if (dryRun || failed.length > 0) throw NOTHING_STORED
      return { id: first, json: '', by }
    })
  } catch (error) {
    if (error !== NOTHING_STORED) throw error
    return failed
  }
  const tables = new Set([type.table!])
  for (const id of others) content.events.publish({ action: 'update', type: type.uid, id, tables, by })
  return []
}

/** Rolls a transaction back on purpose. */
const NOTHING_STORED = new Error('nothing is stored')

interface Edit {
  readonly planned: PlannedWrite
  readonly hashes: PasswordHashes
  readonly by: number
  readonly id: number
}

async function editOne(scope: WriteScope, { planned, hashes, by, id }: Edit): Promise<PopulusError | null> {
  const type = planned.write.model as ContentType
  const stored = await findStored(scope, type, id)
  if (stored === null) throw new PopulusError('notFound')
  try {
    const entry = await checkValues(scope, planned, hashes, { isDraft: stored.isDraft, id })
    await updateEntry(scope, id, byPerson(entry, by, ['updatedBy']))
    await spreadShared(scope, type, id, entry)
    return null
  } catch (error) {
    if (error instanceof PopulusError && error.status < 500) return error
    throw error
  }
}
