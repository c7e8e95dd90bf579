/** What the parts of one write share: the transaction, and the tables it has changed. */
import type { Model, RelationAttribute, Schema } from '../../schema/schema.ts'
import type { Fragment } from '../../sql/fragment.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import type { Row } from '../../sql/statement.ts'
import type { ReadSteps, Transaction } from '../../storage/database.ts'
import { NotedChanges } from './noted-changes.ts'

export interface WriteScope {
  readonly schema: Schema
  readonly dialect: SqlDialect
  /** Read before the transaction began, because a transaction must not request a second connection. */
  readonly defaultLocale: string
  /** Runs a statement that reads. */
  ask(fragment: Fragment): Promise<readonly Row[]>
  /** Runs a statement that changes a table. */
  change(table: string, fragment: Fragment): Promise<readonly Row[]>
  /**
   * The same without waiting for it; `null` if it changes no table. If it fails, the next statement that is waited for does, or
   * the commit.
   */
  send(table: string | null, fragment: Fragment): void
  /** Waits for everything that was sent. Throws its first failure. */
  settle(): Promise<void>
  /** Runs a whole read that sees the changes of this write. */
  read<T, R>(steps: ReadSteps<T, R>): Promise<T>
  /** Every table changed so far. */
  readonly touched: Set<string>
  /** What was done to entries so far. */
  readonly noted: NotedChanges
  /** Called while an entry that will be changed or deleted is as it was. */
  before(model: Model, id: number, use: 'update' | 'delete'): Promise<void>
}

/** For transactions, `run-scope.ts` makes it. */
export function writeScope(
  { dialect, schema, defaultLocale }: Pick<WriteScope, 'dialect' | 'schema' | 'defaultLocale'>,
  transaction: Transaction,
  before: WriteScope['before'] = async () => undefined,
): WriteScope {
  const touched = new Set<string>()
  const ask = (fragment: Fragment) => transaction.run(dialect.bind(dialect.compile(fragment)))
  return {
    schema,
    dialect,
    defaultLocale,
    ask,
    change: (table, fragment) => {
      touched.add(table)
      return ask(fragment)
    },
    send: (table, fragment) => {
      if (table !== null) touched.add(table)
      transaction.send(dialect.bind(dialect.compile(fragment)))
    },
    settle: () => transaction.settle(),
    read: async steps => {
      let step = steps.next()
      while (!step.done) step = steps.next(await Promise.all(step.value.map(statement => transaction.run(statement))))
      return step.value
    },
    touched,
    noted: new NotedChanges(),
    before,
  }
}

/** The attribute on the other side of a bidirectional relation. */
export function inverseOf(attribute: RelationAttribute, schema: Schema): RelationAttribute | undefined {
  const name = attribute.inversedBy ?? attribute.mappedBy
  const inverse = name === null ? undefined : schema.types.get(attribute.target)?.attributes.get(name)
  return inverse?.kind === 'relation' ? inverse : undefined
}
