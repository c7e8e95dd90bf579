/** Sets the same values in many entries. */
import { NOTHING_STORED, withoutStoring } from '../../content/write/commit-write.ts'
import { writeEntries } from '../../content/write/write-entries.ts'
import type { PopulusError } from '../../errors.ts'
import type { ManagedType } from '../entries/managed-type.ts'
import type { ManagementContext } from '../management-context.ts'
import { adminAccess } from '../rights/admin-access.ts'
import { needGrant } from '../rights/row-conditions.ts'
import { entryInput } from './entry-input.ts'

interface EditInput {
  readonly ids: readonly number[]
  readonly data: unknown
  /** Nothing is stored, and the code of the project does not run. */
  readonly dryRun: boolean
}

interface FailedEdit {
  readonly id: number
  readonly error: PopulusError
}

/** In all of them or in none. Returns why entries cannot be changed. */
export async function editEntries(
  context: ManagementContext,
  managed: ManagedType,
  { ids, data: given, dryRun }: EditInput,
): Promise<readonly FailedEdit[]> {
  const { type, rights } = managed
  const { schema } = context
  const content = dryRun ? { ...context.content, hooks: undefined } : context.content
  const data = entryInput(given, type, needGrant(rights, type, 'update'), schema)
  const access = { ...adminAccess(schema, rights, 'update'), adminId: rights.administrator.id }
  const entries = ids.map(id => ({ target: { kind: 'stored', id }, data }) as const)
  const failed: FailedEdit[] = []
  const refused = (id: number | null, error: PopulusError) => failed.push({ id: id!, error })
  await withoutStoring(() =>
    writeEntries(content, { type, access, entries }, { refused }, async () => {
      if (dryRun || failed.length > 0) throw NOTHING_STORED
    }),
  )
  return failed
}
