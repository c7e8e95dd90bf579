/** One transaction that writes entries. Their events, and the code of the project, follow after the commit. */
import type { Author } from '../../changes/change.ts'
import type { Access } from '../../plan/access.ts'
import type { ContentType } from '../../schema/schema.ts'
import type { ContentContext } from '../content-context.ts'
import type { WriteCaller } from '../content-hooks.ts'
import type { ContentEvent } from '../event-stream.ts'
import type { AfterCommit } from './run-hooks.ts'
import { writeInScope } from './run-scope.ts'
import type { WriteScope } from './write-scope.ts'

/** One entry of a transaction. */
export interface WrittenEntry {
  readonly type: ContentType
  readonly id: number
  readonly action: ContentEvent['action']
  /** The code of the project that runs after the commit. */
  readonly after?: AfterCommit | undefined
}

export interface Committed<T> {
  readonly written: readonly WrittenEntry[]
  readonly answer: T
}

export interface Writer {
  readonly access?: WriteCaller
  /** The administrator who makes the change, if `access` does not say so. */
  readonly by?: number | undefined
}

/** Stores all of the work or none of it. Returns its answer. */
export async function commitWrite<T>(
  context: ContentContext,
  { access, by = access?.adminId }: Writer,
  work: (scope: WriteScope) => Promise<Committed<T>>,
): Promise<T> {
  const { events } = context
  let tables: ReadonlySet<string> = new Set()
  const { written, answer } = await writeInScope(context, authorOf({ ...access, adminId: by }), scope => {
    tables = scope.touched
    return work(scope)
  })
  const author = by === undefined ? {} : { by }
  if (tables.size > 0)
    for (const { type, id, action } of written)
      events.publish(Object.freeze({ action, ...author, type: type.uid, id, tables }))
  for (const { id, action, after } of written) await after?.(id, action)
  return answer
}

/** Who is named as the author of a change. */
export function authorOf({ adminId, userId, tokenId }: Partial<Omit<WriteCaller, keyof Access>>): Author | null {
  if (adminId !== undefined) return { kind: 'admin', id: adminId }
  if (typeof userId === 'number') return { kind: 'user', id: userId }
  return tokenId === undefined ? null : { kind: 'token', id: tokenId }
}

/** Throw it to store nothing after all. */
export const NOTHING_STORED = new Error('nothing is stored')

/** Runs a write whose transaction is rolled back by `NOTHING_STORED`. */
export async function withoutStoring(write: () => Promise<unknown>): Promise<void> {
  try {
    await write()
  } catch (error) {
    if (error !== NOTHING_STORED) throw error
  }
}
