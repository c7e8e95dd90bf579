/** The rules of rows, for writes: a row outside them does not exist for the writer, and nobody can put one there. */
import { PopulusError } from '../../errors.ts'
import type { Access, RowRules, RowUse } from '../../plan/access.ts'
import { type Condition, combine } from '../../plan/read/conditions/condition.ts'
import type { Model } from '../../schema/schema.ts'
import { aliases, compileCondition } from '../../sql/compile-condition.ts'
import { selectExisting, selectPassing } from '../../sql/compile-write.ts'
import { type HeldLinks, selectHeld } from '../../sql/links/change-links.ts'
import type { WriteScope } from './write-scope.ts'

/** What reads in the course of a write take. */
type AskScope = Pick<WriteScope, 'schema' | 'dialect' | 'ask'>

interface Writer {
  readonly type: Model
  readonly access: Pick<Access, 'rows'>
}

type OpenUse = 'update' | 'delete' | 'translate'

/** Whether the writer may change, delete or translate the row. They have to see it, too. */
export async function isOpenRow(scope: AskScope, writer: Writer, id: number, use: OpenUse): Promise<boolean> {
  return (await openRows(scope, writer, [id], use)).length > 0
}

/** Those of the rows that the writer may use in this way. */
export async function openRows(
  scope: AskScope,
  { type, access: { rows } }: Writer,
  ids: readonly number[],
  use: OpenUse,
): Promise<readonly number[]> {
  const { read = null, update = null, ...rule } = rows?.get(type.uid) ?? {}
  const open = {
    update,
    delete: rule.delete ?? null,
    translate: rule.translate === undefined ? update : rule.translate,
  }
  const condition = combine('all', [read, open[use]])
  return condition === null ? ids : passingIds(scope, type, ids, condition)
}

interface HeldChildren {
  readonly links: HeldLinks
  readonly ids: readonly number[]
  /** Rows of the type that may lose them. */
  readonly except: readonly number[]
}

/** Those of the children that another row has which the writer may not change. */
export async function heldOutside(
  scope: AskScope,
  { type, access: { rows } }: Writer,
  { links, ids, except }: HeldChildren,
): Promise<readonly number[]> {
  const rule = rows?.get(type.uid)
  const condition = combine('all', [rule?.read ?? null, rule?.update ?? null])
  if (condition === null || type.table === null || ids.length === 0) return []
  const parents = { table: type.table, except, condition: test(scope, condition) }
  return (await scope.ask(selectHeld(links, ids, parents))).map(([id]) => Number(id))
}

/** Whether the writer sees the row. */
export async function isSeenRow(scope: AskScope, { type, access: { rows } }: Writer, id: number): Promise<boolean> {
  return passes(scope, type, id, rows?.get(type.uid)?.read ?? null)
}

/** Refuses what was just stored if it is outside the rules for it. The transaction takes it back. */
export async function checkOpenRow(
  scope: AskScope,
  { type, access: { rows } }: Writer,
  id: number,
  use: Exclude<RowUse, 'read' | 'delete'>,
): Promise<void> {
  if (!(await passes(scope, type, id, rows?.get(type.uid)?.[use] ?? null))) throw new PopulusError('outsideRules')
}

/** Those of the ids that the writer may refer to. */
export async function knownIds(
  scope: AskScope,
  uid: string,
  ids: readonly number[],
  rows: RowRules | undefined,
): Promise<ReadonlySet<number>> {
  const type = scope.schema.types.get(uid)
  if (type === undefined || type.table === null) return new Set()
  const { read, connect: rule = read } = rows?.get(uid) ?? {}
  const found = rule === undefined ? selectExisting(type.table, ids) : selectPassing(type.table, ids, test(scope, rule))
  return new Set((await scope.ask(found)).map(([id]) => Number(id)))
}

/** Those of the ids whose rows pass. */
export async function passingIds(
  scope: AskScope,
  { table }: Model,
  ids: readonly number[],
  condition: Condition,
): Promise<readonly number[]> {
  if (table === null || ids.length === 0) return []
  return (await scope.ask(selectPassing(table, ids, test(scope, condition)))).map(([id]) => Number(id))
}

async function passes(scope: AskScope, type: Model, id: number, condition: Condition | null): Promise<boolean> {
  if (condition === null || type.table === null) return true
  return (await passingIds(scope, type, [id], condition)).length > 0
}

function test({ dialect }: AskScope, condition: Condition) {
  return (alias: string) => compileCondition(condition, { alias, aliases: aliases(), dialect })
}
