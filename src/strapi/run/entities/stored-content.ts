/**
 * The content that a project's code works on: the server's own, or, inside `strapi.db.transaction`, what that transaction
 * sees.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { ContentContext } from '../../../content/content-context.ts'
import type { ContentEvent } from '../../../content/event-stream.ts'
import { serverContent } from '../../../content/read/server-content.ts'
import type { Database, ReadSteps, Transaction } from '../../../storage/database.ts'

export interface StoredContent {
  /** For one call: everything it does belongs to the same transaction, if there is one. */
  current(): ContentContext
  /** Whether a transaction is open for the calling code. */
  isInTransaction(): boolean
  /** Calls inside another transaction belong to that one. */
  transaction<T>(work: (control: TransactionControl) => Promise<T>): Promise<T>
}

export interface TransactionControl {
  /** Runs after the commit. */
  onCommit(callback: () => unknown): void
  onRollback(callback: () => unknown): void
  /** Makes the transaction fail when its work has ended. */
  rollback(): void
}

interface OpenTransaction extends TransactionControl {
  readonly content: ContentContext
}

export function storedContent(context: ContentContext): StoredContent {
  const { hooks: _, ...withoutHooks } = serverContent(context)
  const content: ContentContext = withoutHooks
  const open = new AsyncLocalStorage<OpenTransaction>()
  return {
    current: () => open.getStore()?.content ?? content,
    isInTransaction: () => open.getStore() !== undefined,
    transaction: work => {
      const outer = open.getStore()
      return outer === undefined ? begin(content, open, work) : work(outer)
    },
  }
}

class RolledBack extends Error {}

async function begin<T>(
  content: ContentContext,
  open: AsyncLocalStorage<OpenTransaction>,
  work: (control: TransactionControl) => Promise<T>,
): Promise<T> {
  const events: ContentEvent[] = []
  const [committed, rolledBack]: (() => unknown)[][] = [[], []]
  let isCancelled = false
  let started = false
  let result: T | undefined
  const known = await knownBefore(content)
  const run = async (transaction: Transaction): Promise<void> => {
    // The project's code may have done more than write, so it does not run again when transactions conflict.
    if (started) throw new Error('The transaction was in conflict with another one')
    started = true
    const store: OpenTransaction = {
      content: {
        ...content,
        ...known.content,
        database: insideTransaction(content.database, transaction),
        events: { ...content.events, publish: event => events.push(event) },
      },
      onCommit: callback => committed!.push(callback),
      onRollback: callback => rolledBack!.push(callback),
      rollback: () => {
        isCancelled = true
      },
    }
    result = await open.run(store, () => work(store))
    if (isCancelled) throw new RolledBack()
  }
  try {
    await content.database.write(run)
  } catch (error) {
    for (const callback of rolledBack!) await callback()
    if (!(error instanceof RolledBack)) throw error
    return result as T
  }
  known.committed()
  for (const event of events) content.events.publish(event)
  for (const callback of committed!) await callback()
  return result as T
}

/** Read before the transaction begins, because a transaction must not request a second connection. */
async function knownBefore({ defaultLocale, localeCodes, outbox }: ContentContext) {
  const [locale, codes, opened] = [await defaultLocale(), await localeCodes(), await outbox?.open()]
  const committed = () => opened?.committed()
  return {
    committed,
    content: {
      defaultLocale: async () => locale,
      localeCodes: async () => codes,
      // Nothing is sent before the transaction is committed.
      outbox: opened && { open: async () => ({ ...opened, committed: () => undefined }) },
    },
  }
}

/** Reads see the changes of the transaction, and writes belong to it. */
function insideTransaction(database: Database, transaction: Transaction): Database {
  const read = async <T, R>(steps: ReadSteps<T, R>): Promise<T> => {
    let step = steps.next()
    while (!step.done) {
      const answers: (readonly R[])[] = []
      for (const statement of step.value) answers.push(await transaction.run(statement))
      step = steps.next(answers)
    }
    return step.value
  }
  return {
    dialect: database.dialect,
    wire: database.wire,
    versions: database.versions,
    read,
    readUnchanged: async () => undefined,
    write: work => work(transaction),
    beforeCommit: step => database.beforeCommit(step),
    catchUp: () => database.catchUp(),
    refusal: () => database.refusal(),
    expensiveReads: () => database.expensiveReads(),
    close: () => database.close(),
  }
}
