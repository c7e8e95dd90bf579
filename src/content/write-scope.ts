/** What the parts of one write share: the transaction, and the tables it has touched. */
import type { RelationAttribute, Schema } from '../schema/schema.ts'
import type { SqlDialect } from '../sql/dialect.ts'
import type { Fragment } from '../sql/fragment.ts'
import type { Row } from '../sql/statement.ts'
import type { Database, Transaction } from '../storage/database.ts'

export interface WriteScope {
  readonly schema: Schema
  readonly dialect: SqlDialect
  /** Runs a statement that reads. */
  ask(fragment: Fragment): Promise<readonly Row[]>
  /** Runs a statement that changes a table. */
  change(table: string, fragment: Fragment): Promise<readonly Row[]>
  /** Every table that was changed so far. */
  readonly touched: Set<string>
}

export function writeScope({ dialect }: Database, schema: Schema, transaction: Transaction): WriteScope {
  const touched = new Set<string>()
  const ask = (fragment: Fragment) => transaction.run(dialect.bind(dialect.compile(fragment)))
  return {
    schema,
    dialect,
    ask,
    change: (table, fragment) => {
      touched.add(table)
      return ask(fragment)
    },
    touched,
  }
}

/** The attribute on the other side of a bidirectional relation. */
export function inverseOf(attribute: RelationAttribute, schema: Schema): RelationAttribute | undefined {
  const name = attribute.inversedBy ?? attribute.mappedBy
  const inverse = name === null ? undefined : schema.types.get(attribute.target)?.attributes.get(name)
  return inverse?.kind === 'relation' ? inverse : undefined
}
