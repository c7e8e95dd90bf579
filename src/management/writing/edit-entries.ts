/** Sets the same values in many entries. */
import type { ContentContext } from '../../content/content-context.ts'
import { commitWrite } from '../../content/write/commit-write.ts'
import { hashPlanned, type PasswordHashes } from '../../content/write/password-hashes.ts'
import type { WriteAfterHooks } from '../../content/write/run-hooks.ts'
import { spreadShared } from '../../content/write/store/spread-shared.ts'
import { updateEntry } from '../../content/write/store/store-entry.ts'
import { findStored } from '../../content/write/store/stored-entry.ts'
import { checkInput as checkValues, planInput, type WriteInput } from '../../content/write/write-input.ts'
import type { WriteScope } from '../../content/write/write-scope.ts'
import { PopulusError } from '../../errors.ts'
import type { PlannedWrite } from '../../plan/write/plan-write.ts'
import type { ContentType } from '../../schema/schema.ts'
import type { ManagedType } from '../entries/managed-type.ts'
import type { ManagementContext } from '../management-context.ts'
import { adminAccess } from '../rights/admin-access.ts'
import { needGrant } from '../rights/row-conditions.ts'
import { afterBulk, runBulkHooks } from './bulk-hooks.ts'
import { byPerson, entryInput } from './entry-input.ts'

interface EditInput {
  readonly ids: readonly number[]
  readonly data: unknown
  /** Nothing is stored, and the code of the project does not run. */
  readonly dryRun: boolean
}

/** In all of them or in none. Returns why entries cannot be changed. */
export async function editEntries(
  context: ManagementContext,
  managed: ManagedType,
  { ids, data, dryRun }: EditInput,
): Promise<readonly { readonly id: number; readonly error: PopulusError }[]> {
  const { type, rights } = managed
  const { content, schema } = context
  const given = entryInput(data, type, needGrant(rights, type, 'update'), schema)
  const by = rights.administrator.id
  const access = { ...adminAccess(schema, rights, 'update'), adminId: by }
  const write = { action: 'update', type, access, ids, dataOf: () => given } as const
  const hooks = dryRun ? new Map<number, WriteAfterHooks>() : await runBulkHooks(content, write)
  const edits = await planEdits(content, { type, access, data: given }, { ids, hooks })
  const failed: { id: number; error: PopulusError }[] = []
  try {
    const after = afterBulk(content, { type, by, ids, hooks })
    await commitWrite(content, { type, action: 'update', after }, async scope => {
      for (const id of ids) {
        const error = await editOne(scope, { ...edits(id), by, id })
        if (error !== null) failed.push({ id, error })
      }
      if (dryRun || failed.length > 0) throw NOTHING_STORED
      return { id: ids[0] ?? 0, json: '', by }
    })
  } catch (error) {
    if (error !== NOTHING_STORED) throw error
    return failed
  }
  return []
}

type PlannedEdit = Pick<Edit, 'planned' | 'hashes'>

/** One plan for all entries, unless the code of the project sets other values in some of them. */
async function planEdits(
  content: ContentContext,
  write: Pick<WriteInput, 'type' | 'access' | 'data'>,
  { ids, hooks }: { readonly ids: readonly number[]; readonly hooks: ReadonlyMap<number, WriteAfterHooks> },
): Promise<(id: number) => PlannedEdit> {
  const defaultLocale = await content.defaultLocale()
  const plan = async (values: Pick<WriteInput, 'data' | 'decided'>): Promise<PlannedEdit> => {
    const planned = planInput(content, { ...write, ...values }, { mode: 'update', defaultLocale })
    return { planned, hashes: await hashPlanned(content, [planned]) }
  }
  const shared = await plan(write)
  const own = new Map<number, PlannedEdit>()
  for (const id of ids) {
    const hooked = hooks.get(id)
    if (hooked?.decided !== undefined) own.set(id, await plan(hooked))
  }
  return id => own.get(id) ?? shared
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
