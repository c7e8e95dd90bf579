/** The feed of changes, for those who may know everything: the role Super Admin, and the command line. */
import { z } from 'zod'
import type { ChangeFeedPage } from '../../admin-api/draft-api.ts'
import { readChanges } from '../../changes/read-changes.ts'
import type { ContentContext } from '../../content/content-context.ts'
import { PopulusError } from '../../errors.ts'
import { checkInput } from '../../input/check-input.ts'

const MOST = 1000
const DEFAULT = 100

const input = z.strictObject({
  since: z.string().optional(),
  limit: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, { error: `expected a number from 1 to ${MOST}` })
    .transform(Number)
    .refine(limit => limit <= MOST, { error: `expected a number from 1 to ${MOST}` })
    .optional(),
})

/** `query`: `since` and `limit`, as text. An empty `since` means the oldest change that is kept. */
export async function listChanges(
  { database, changes: store }: Pick<ContentContext, 'database' | 'changes'>,
  query: Readonly<Record<string, string | undefined>>,
): Promise<ChangeFeedPage> {
  const { since = '', limit = DEFAULT } = checkInput(input, query)
  if (store === undefined) throw new PopulusError('changesOff')
  const page = await readChanges({ database, store }, { since: since === '' ? undefined : since, limit })
  const data = page.changes.map(({ position: _, at, ...change }) => ({ ...change, at: new Date(at).toISOString() }))
  return { data, meta: { next: page.next, more: page.more } }
}
