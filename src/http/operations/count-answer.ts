/** Counts an answer in the inventory of queries. */
import type { ContentContext } from '../../content/content-context.ts'
import type { Reading } from '../../content/read/read.ts'
import type { Caller } from '../../identity/access/authenticate.ts'

/** The name under which callers without credentials are counted. */
export const PUBLIC = 'public'

/** `begun` is a time of `performance.now()`. */
export function countAnswer(
  { inventory }: Pick<ContentContext, 'inventory'>,
  { name: { use }, body, kept }: Reading,
  caller: string,
  begun: number,
): void {
  if (inventory === undefined || use === undefined) return
  const milliseconds = performance.now() - begun
  // A client that has the answer already gets nothing that was made for it.
  inventory.record(use, { caller, milliseconds, bytes: body?.plain.length ?? 0, kept: kept || body === undefined })
}

/** `public`, `role:authenticated`, `token:3` */
export function callerName({ tokenId, role = PUBLIC, userId }: Caller): string {
  if (tokenId !== undefined) return `token:${tokenId}`
  return userId === null ? PUBLIC : `role:${role}`
}
