/**
 * The work of a transaction that asks its database for anything but its own transaction waits for a second connection while it holds the
 * first. With as many such transactions at once as there are connections, all of them wait for each other, and everybody else for
 * them. In memory, one waits for itself. So this throws in all tests; a server does not look.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Database } from '../../src/storage/database.ts'
import { PostgresDatabase } from '../../src/storage/postgres/postgres-database.ts'
import { SqliteDatabase } from '../../src/storage/sqlite/sqlite-database.ts'

export class SecondConnectionInsideWrite extends Error {
  constructor(call: string) {
    super(
      `database.${call} inside the work of database.write, which must not request a second connection: ` +
        'read with the `run`, the `transaction` or the `scope.ask` that the work was given, or read before the transaction begins',
    )
  }
}

interface OpenWrite {
  readonly database: Database
  /** The write inside whose work this one was begun, of another database. */
  readonly outer: OpenWrite | undefined
  isOpen: boolean
}

const writes = new AsyncLocalStorage<OpenWrite>()
const found: SecondConnectionInsideWrite[] = []
const READS = ['read', 'readUnchanged', 'readOnReplica'] as const
const WATCHED = Symbol.for('populus: a write refuses a second connection')

/** Of every database that this process opens. */
export function refuseReadsInsideWrites(): void {
  for (const { prototype } of [SqliteDatabase, PostgresDatabase]) watch(prototype)
}

/** Those since the last call: the code under test may have caught them. */
export function takeReadsInsideWrites(): readonly SecondConnectionInsideWrite[] {
  return found.splice(0)
}

/** As somebody else: a test may ask what others see while a transaction is open. */
export function asOthers<T>(read: () => Promise<T>): Promise<T> {
  return writes.exit(read)
}

function watch(prototype: Database): void {
  if (WATCHED in prototype) return
  Object.defineProperty(prototype, WATCHED, { value: true })
  for (const name of READS) {
    const read = prototype[name] as ((...given: unknown[]) => unknown) | undefined
    if (read === undefined) continue
    Object.defineProperty(prototype, name, {
      async value(this: Database, ...given: unknown[]) {
        refuse(this, name)
        return read.apply(this, given)
      },
    })
  }
  const { write } = prototype
  Object.defineProperty(prototype, 'write', {
    async value(this: Database, work: Parameters<Database['write']>[0], options: Parameters<Database['write']>[1]) {
      const outer = refuse(this, 'write')
      return write.call(
        this,
        transaction => {
          const open: OpenWrite = { database: this, outer, isOpen: true }
          return writes.run(open, async () => {
            try {
              return await work(transaction)
            } finally {
              open.isOpen = false
            }
          })
        },
        options,
      )
    },
  })
}

function refuse(database: Database, call: string): OpenWrite | undefined {
  const inside = writes.getStore()
  for (let write = inside; write !== undefined; write = write.outer) {
    if (!write.isOpen || write.database !== database) continue
    const error = new SecondConnectionInsideWrite(call)
    found.push(error)
    throw error
  }
  return inside
}
