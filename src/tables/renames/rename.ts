/** `populus migrate --rename`: gives a column, a table, or the content of a component attribute its new name. */
import { StartError } from '../../errors.ts'
import type { Attribute, Model, Schema } from '../../schema/schema.ts'
import { columnName, linkTableName, referenceColumnName } from '../../schema/table-names.ts'
import { name, sql, table as tableName, value } from '../../sql/fragment.ts'
import type { RunFragment } from '../../storage/run-fragment.ts'
import { nearestName } from '../../util/text/nearest-name.ts'
import { storedName } from '../existing/stored-name.ts'
import { addForeignKey, dropColumn, dropIndex, dropTable, renameColumn, renameTable } from '../migrate/ddl.ts'
import type { PlanInput } from '../migrate/inspect-migration.ts'
import { isEmptyColumn, isEmptyTable } from '../migrate/is-empty.ts'
import type { AttributeRename } from './attribute-names.ts'
import { fieldRenameOf, type LeftField, renameField } from './left-fields.ts'
import type { ProbableRename } from './probable-renames.ts'

/**
 * Applies `articles.headline=title` or `old_table=new_table`. Returns what was done. Throws StartError if the schema does
 * not expect that rename, or if content was already stored under the new name.
 */
export async function applyRename(run: RunFragment, input: PlanInput, text: string): Promise<readonly string[]> {
  const rename = parseRename(text)
  const { table, from, to } = rename
  const { field, left } = fieldOf(input, rename)
  const isField = field !== null && left.length > 0
  const problems = isField ? fieldProblems(left, rename) : problemsOf(input, rename)
  if (problems.length > 0) throw new StartError(`Cannot rename ${text}`, problems)
  if (isField) {
    await renameField(run, input.schema, field)
    return [`renamed ${table}.${from} to ${to}`]
  }
  return table === null ? moveTable(run, input, rename) : moveColumn(run, input, { ...rename, table })
}

/** The attribute that a rename gives its new name; its old one is known as far as its column or table says it. */
export function renamedAttributes(schema: Schema, text: string): readonly AttributeRename[] {
  const { table, from, to } = parseRename(text)
  const models = [...schema.types.values(), ...schema.components.values()]
  return models.flatMap(model =>
    [...model.attributes.values()].flatMap(attribute => {
      const stored = storedAs(model, attribute)
      if (stored === null || stored.table !== table || stored.of(attribute.name) !== to) return []
      const was = (name: string) => !model.attributes.has(name) && stored.of(name) === from
      return [{ uid: model.uid, was, to: attribute.name }]
    }),
  )
}

/** Where an attribute is stored, and under which name if it is called so. */
function storedAs({ tableName }: Model, attribute: Attribute) {
  switch (attribute.kind) {
    case 'scalar':
      return { table: tableName, of: columnName }
    case 'component':
    case 'zone':
    case 'media':
      return { table: tableName, of: (called: string) => called }
    case 'relation':
      if (!attribute.owner) return null
      return attribute.link?.kind === 'parent-column'
        ? { table: tableName, of: referenceColumnName }
        : { table: null, of: (called: string) => linkTableName(tableName, called) }
    case 'morph':
      return null
    default:
      return attribute satisfies never
  }
}

/** A component, dynamic zone or media attribute without content needs no rename. */
export function movesNothing(input: PlanInput, text: string): boolean {
  const { field, left } = fieldOf(input, parseRename(text))
  return field !== null && left.length === 0
}

function parseRename(text: string): ProbableRename {
  const [, table = null, from = '', to = ''] = /^(?:([^.=]+)\.)?([^.=]+)=([^.=]+)$/.exec(text) ?? []
  if (from !== '') return { table, from, to }
  throw new StartError(`${text} is not a rename`, ['use a form such as articles.headline=title or old_table=new_table'])
}

function fieldOf(input: PlanInput, { table, from, to }: ProbableRename) {
  const field = table === null ? null : fieldRenameOf(input.schema, [table, from, to])
  return { field, left: input.fields.filter(kept => kept.table === table && kept.field === from) }
}

function fieldProblems(left: readonly LeftField[], { table, from, to }: ProbableRename): readonly string[] {
  if (left.some(({ newNames }) => newNames.includes(to))) return []
  const isFitting = left.some(({ fitting }) => fitting.includes(to))
  return [`${table}.${to} ${isFitting ? 'already has content' : `cannot hold the content of ${table}.${from}`}`]
}

function problemsOf({ found, desired }: PlanInput, { table, from, to }: ProbableRename): readonly string[] {
  const old = table === null ? found.tables.map(({ name }) => name) : (found.table(table)?.columns ?? [])
  const wanted =
    table === null
      ? desired.map(({ name }) => name)
      : (desired.find(({ name }) => name === table)?.columns ?? []).map(({ name }) => name)
  const place = table === null ? 'table ' : `column ${table}.`
  return [
    ...(old.includes(from) ? [] : [`the database has no ${place}${from}${didYouMean(from, old)}`]),
    ...(wanted.includes(from) ? [`the schema still has ${place}${from}`] : []),
    ...(wanted.includes(to) ? [] : [`the schema has no ${place}${to}${didYouMean(to, wanted)}`]),
  ]
}

function didYouMean(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known)
  return nearest === undefined ? '' : `; did you mean ${nearest}?`
}

/** A start may have added an empty column under the new name. The old one takes its place. */
async function moveColumn(
  run: RunFragment,
  { found, dialect }: PlanInput,
  { table, from, to }: ProbableRename & { readonly table: string },
): Promise<readonly string[]> {
  const done: string[] = []
  if (found.hasColumn(table, to)) {
    if (!(await isEmptyColumn(run, table, to))) {
      const fill = sql`update ${tableName(table)} set ${name(to)} = ${name(from)} where ${name(to)} is null`
      throw new StartError(`Cannot rename ${table}.${from}=${to}`, [
        `column ${table}.${to} already has values`,
        `to fill the gaps in it with the old values: ${dialect.compile(fill).text};`,
      ])
    }
    const stored = storedName(to, dialect)
    for (const index of found.table(table)?.indexes.filter(({ columns }) => columns.includes(stored)) ?? []) {
      for (const statement of dropIndex(table, index.name, dialect)) await run(statement)
    }
    await run(dropColumn(table, to))
    done.push(`dropped the empty column ${table}.${to}`)
  }
  await run(renameColumn(table, from, to))
  return [...done, `renamed column ${table}.${from} to ${to}`]
}

async function moveTable(
  run: RunFragment,
  { found, desired, dialect }: PlanInput,
  { from, to }: ProbableRename,
): Promise<readonly string[]> {
  if (found.table(to) === undefined) {
    await run(renameTable(from, to))
    return [`renamed table ${from} to ${to}`]
  }
  if (!(await isEmptyTable(run, to))) {
    throw new StartError(`Cannot rename ${from}=${to}`, [
      `table ${to} already has rows`,
      'move the rows of one of the tables into the other yourself; make a copy of the database first',
    ])
  }
  const keys = dialect.name === 'sqlite' ? [] : await keysTo(run, to)
  await run(dropTable(to, dialect))
  await run(renameTable(from, to))
  for (const { table, key } of keys) {
    const definition = desired
      .find(({ name }) => name === table)
      ?.foreignKeys.find(({ name }) => storedName(name, dialect) === key)
    if (definition !== undefined && table !== to) await run(addForeignKey(table, definition))
  }
  return [`dropped the empty table ${to}`, `renamed table ${from} to ${to}`]
}

/** The keys of other tables that PostgreSQL drops together with a table. */
async function keysTo(run: RunFragment, table: string): Promise<readonly { table: string; key: string }[]> {
  const rows = await run(sql`
    select c.relname::text, k.conname::text from pg_catalog.pg_constraint k
    join pg_catalog.pg_class c on c.oid = k.conrelid
    where k.contype = 'f' and k.confrelid = to_regclass(quote_ident(${value(table)}::text))`)
  return (rows as readonly [string, string][]).map(([owner, key]) => ({ table: owner, key }))
}
