/** Imported entries as changes: in the feed, and for webhooks, in the transaction that writes them. */
import type { NewChange } from '../../changes/change.ts'
import type { ChangeStore } from '../../changes/change-store.ts'
import type { ContentContext } from '../../content/content-context.ts'
import { tellOthers } from '../../content/write/run-scope.ts'
import { writeScope } from '../../content/write/write-scope.ts'
import type { Schema } from '../../schema/schema.ts'
import type { Database, Transaction } from '../../storage/database.ts'

interface RecorderInput {
  readonly database: Database
  readonly schema: Schema
  readonly changes?: ChangeStore | undefined
  readonly content?: ContentContext | undefined
}

/** Ends when all is stored. */
export type OpenRecorder = (transaction: Transaction, changes: readonly NewChange[]) => Promise<void>

/** Before the transaction begins: inside, nothing else may be asked. */
export async function openRecorder({ database, schema, changes, content }: RecorderInput): Promise<OpenRecorder> {
  const { dialect } = database
  const outbox = await content?.outbox?.open()
  const defaultLocale = outbox === undefined ? '' : await content!.defaultLocale()
  return async (transaction, imported) => {
    const scope = writeScope({ schema, dialect, defaultLocale }, transaction)
    if (changes !== undefined) scope.send(null, changes.insert(imported))
    if (content !== undefined && outbox !== undefined) await tellOthers(content, scope, imported, { outbox })
    await scope.settle()
  }
}
