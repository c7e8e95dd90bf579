/** What tables consist of besides their values: types, keys, indexes, defaults. Tables are made from it again. */

import type { SqlDialect } from '../../../sql/sql-dialect.ts'
import type { Row } from '../../../sql/statement.ts'
import type { RunFragment } from '../../../storage/run-fragment.ts'
import type { FoundIndex, FoundTable } from '../../../tables/existing/inspect-tables.ts'
import { readDefault, type SavedDefault } from './saved-default.ts'
import { STRUCTURE_QUERIES } from './structure-queries.ts'

export interface SavedKey {
  /** `null` where the database does not tell (SQLite). */
  readonly name: string | null
  readonly columns: readonly string[]
  readonly table: string
  readonly targets: readonly string[]
  readonly onDelete: KeyAction
  readonly onUpdate: KeyAction
}

export const KEY_ACTIONS = ['no action', 'restrict', 'cascade', 'set null', 'set default'] as const
export type KeyAction = (typeof KEY_ACTIONS)[number]

export interface StoredColumnStructure {
  readonly type: string
  readonly required: boolean
  readonly default: SavedDefault | null
  /** The database gives new rows a number. */
  readonly counted: boolean
  /** Its values are computed, and cannot be written. */
  readonly generated: boolean
}

export interface SavedStructure {
  readonly primaryKey: readonly string[]
  readonly indexes: readonly FoundIndex[]
  readonly foreignKeys: readonly SavedKey[]
}

export interface FoundStructure {
  column(table: string, column: string): StoredColumnStructure | undefined
  table(table: FoundTable): SavedStructure
  /** What is there and cannot be described, one line each. */
  readonly leftOut: readonly string[]
}

export async function inspectStructure(run: RunFragment, dialect: SqlDialect, schema: string): Promise<FoundStructure> {
  const queries = STRUCTURE_QUERIES[dialect.name]
  const leftOut: string[] = []
  const columns = new Map<string, StoredColumnStructure>()
  const primary = new Map<string, string[]>()
  for (const row of await run(queries.columns(schema))) {
    const [table, column, type, required, given, counted, inKey, generated] = row as readonly string[]
    const isCounted = isTrue(counted)
    const fixed = isCounted ? null : readDefault(given ?? null)
    if (fixed === undefined) leftOut.push(`the default of ${table}.${column} (${given})`)
    if (isTrue(generated)) leftOut.push(`the computed column ${table}.${column}`)
    columns.set(`${table}\n${column}`, {
      type: type!,
      required: isTrue(required),
      default: fixed ?? null,
      counted: isCounted,
      generated: isTrue(generated),
    })
    if (Number(inKey) > 0) (primary.get(table!) ?? primary.set(table!, []).get(table!)!)[Number(inKey) - 1] = column!
  }
  const keys = groupKeys(await run(queries.keys(schema)))
  leftOut.push(...(await run(queries.others(schema))).map(([what]) => String(what)))
  return {
    leftOut,
    column: (table, column) => columns.get(`${table}\n${column}`),
    table: ({ name, indexes }) => ({
      primaryKey: primary.get(name) ?? [],
      indexes: indexes.filter(({ columns: of }) => !of.includes('(expression)') && !isPrimary(of, primary.get(name))),
      foreignKeys: keys.get(name) ?? [],
    }),
  }
}

const isTrue = (given: unknown): boolean => given === true || Number(given) > 0

/** SQLite lists the index of a primary key of several columns, too. */
const isPrimary = (columns: readonly string[], primary: readonly string[] = []): boolean =>
  columns.length === primary.length && columns.every((column, index) => column === primary[index])

/** Rows: (table, key, name, column, target table, target column, on delete, on update) in the order of the columns. */
function groupKeys(rows: readonly Row[]): ReadonlyMap<string, readonly SavedKey[]> {
  const keys = new Map<string, SavedKey & { readonly columns: string[]; readonly targets: string[] }>()
  for (const row of rows) {
    const [table, id, name, column, target, targetColumn, onDelete, onUpdate] = row as readonly (string | null)[]
    const known = keys.get(`${table}\n${id}`) ?? {
      ...{ name: name!, table: target!, onDelete: actionOf(onDelete!), onUpdate: actionOf(onUpdate!) },
      ...{ columns: [], targets: [] },
    }
    keys.set(`${table}\n${id}`, known)
    known.columns.push(column!)
    // SQLite leaves out the column if it is the primary key.
    known.targets.push(targetColumn ?? 'id')
  }
  const byTable = new Map<string, Map<string, SavedKey>>()
  for (const [id, key] of keys) {
    const [table = ''] = id.split('\n')
    const found = byTable.get(table) ?? new Map<string, SavedKey>()
    // Some versions of Strapi create a key twice.
    byTable.set(table, found.set(JSON.stringify([key.columns, key.table, key.targets]), key))
  }
  return new Map([...byTable].map(([table, found]) => [table, [...found.values()]]))
}

const CODES: Readonly<Record<string, KeyAction>> = {
  a: 'no action',
  r: 'restrict',
  c: 'cascade',
  n: 'set null',
  d: 'set default',
}

function actionOf(given: string): KeyAction {
  const text = given.toLowerCase() as KeyAction
  return CODES[given] ?? (KEY_ACTIONS.includes(text) ? text : 'no action')
}
