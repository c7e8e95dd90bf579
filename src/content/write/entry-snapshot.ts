/** An entry as others are told of it: everything but private attributes and passwords, with what it refers to. */
import type { Access } from '../../plan/access.ts'
import type { ContentType } from '../../schema/schema.ts'
import type { ContentContext } from '../content-context.ts'
import { prepareRead } from '../read/prepare-read.ts'
import { readStored } from './read-stored.ts'
import type { WriteScope } from './write-scope.ts'

const EVERYTHING: Access = Object.freeze({
  fingerprint: 'everything but private attributes',
  everything: true,
  actions: new Set<string>(),
  fields: new Map(),
})

/** Flat JSON; `null` if there is no such entry. */
export async function entrySnapshot(
  context: ContentContext,
  scope: WriteScope,
  type: ContentType,
  id: number,
): Promise<string> {
  // A transaction must not request a second connection.
  const inside = { ...context, defaultLocale: async () => scope.defaultLocale }
  const read = await prepareRead(inside, { type, access: EVERYTHING, search: 'populate=*' }, { kind: 'flat-stored' })
  return readStored(scope, read, id)
}
