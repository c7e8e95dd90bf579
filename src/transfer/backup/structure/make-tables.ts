/** Creates the tables that only an archive has, as their database had them; on the other database as near as it can. */

import type { ColumnKind } from '../../../schema/column-kind.ts'
import { type Fragment, isTypeName, join, NOTHING, name, sql, table, typeName, value } from '../../../sql/fragment.ts'
import type { SqlDialect } from '../../../sql/sql-dialect.ts'
import type { RunFragment } from '../../../storage/run-fragment.ts'
import { strapiIndex, type TableDefinition } from '../../../tables/desired/table-definition.ts'
import { withStrapisIds } from '../../../tables/existing/id-room.ts'
import type { FoundIndex } from '../../../tables/existing/inspect-tables.ts'
import { isSameKind } from '../../../tables/existing/stored-kinds.ts'
import { storedName } from '../../../tables/existing/stored-name.ts'
import { createIndex } from '../../../tables/migrate/ddl.ts'
import { findOrphans } from '../../find-orphans.ts'
import type { BackupManifest, SavedColumn, SavedTable } from '../manifest.ts'
import { defaultText } from './saved-default.ts'
import { KEY_ACTIONS, type KeyAction, type SavedKey } from './stored-structure.ts'

/** A kind of column, or bytes. */
export type ValueKind = ColumnKind | 'bytes'

export interface MadeColumn {
  readonly name: string
  readonly kind: ValueKind
}

export interface MakingPlace {
  readonly run: RunFragment
  readonly dialect: SqlDialect
  readonly schema: string
  readonly manifest: BackupManifest
  /** The tables of the project's types: they tell JSON, decimals and long texts from others where SQLite does not. */
  readonly known: readonly TableDefinition[]
}

/** Without indexes, so that rows are added faster. Returns the columns in the order of the archive. */
export async function makeTable(place: MakingPlace, saved: SavedTable): Promise<readonly MadeColumn[]> {
  const { run, dialect, schema } = place
  const columns: MadeColumn[] = []
  const texts: Fragment[] = []
  const primary = saved.structure?.primaryKey ?? []
  for (const column of saved.columns) {
    const kind = kindOf(place, saved, column)
    columns.push({ name: storedName(column.name, dialect), kind })
    const isCounted = kind === 'id' || (column.counted === true && dialect.name === 'postgres')
    const type = isCounted ? countedType(kind, column, place, primary) : await typeOf(place, saved, column, kind)
    const required = column.required === true && kind !== 'id' ? sql` not null` : NOTHING
    const otherwise = column.default == null || isCounted ? NOTHING : defaultText(column.default, dialect)
    texts.push(sql`${name(column.name)} ${type}${required}${otherwise}`)
  }
  const hasOwn = columns.some(({ kind }) => kind === 'id')
  if (primary.length > 0 && !hasOwn) texts.push(sql`primary key (${join(primary.map(name))})`)
  if (dialect.name === 'sqlite') texts.push(...constraintTexts(saved))
  const target = saved.place === 'own' ? table(saved.name, schema) : table(saved.name)
  await run(sql`create table ${target} (${join(texts)})`)
  return columns
}

/** SQLite has no way to add them later. */
function constraintTexts(saved: SavedTable): readonly Fragment[] {
  const { indexes = [], foreignKeys = [] } = saved.structure ?? {}
  const unique = indexes.filter(isConstraint).map(({ columns }) => sql`unique (${join(columns.map(name))})`)
  return [...unique, ...foreignKeys.map(key => keyText(saved, key))]
}

/** SQLite names the index of a constraint itself. */
const isConstraint = (index: FoundIndex): boolean => index.name.startsWith('sqlite_autoindex')

function kindOf({ known, manifest, dialect }: MakingPlace, saved: SavedTable, column: SavedColumn): ValueKind {
  const source = { name: manifest.database.client }
  const primary = saved.structure?.primaryKey
  const isKey = primary === undefined || (primary.length === 1 && primary[0] === column.name && column.counted === true)
  if (column.name === 'id' && (column.kind === 'integer' || column.kind === 'bigint') && isKey) return 'id'
  if (/^(bytea|blob)$/i.test(column.type ?? '')) return 'bytes'
  const of = known.find(({ name: of_ }) => of_ === saved.name)?.columns.find(({ name: on }) => on === column.name)?.kind
  const { kind } = column
  const meant = kind !== null && of !== undefined && isSameKind(kind, of, source) ? of : kind
  if (source.name === dialect.name) return meant ?? 'text'
  if (meant === 'varchar' && (of === undefined || column.wide === true)) return 'text'
  if (meant === 'integer' && column.wide === true) return 'bigint'
  return meant ?? 'text'
}

function countedType(
  kind: ValueKind,
  column: SavedColumn,
  { dialect }: MakingPlace,
  primary: readonly string[],
): Fragment {
  if (dialect.name === 'sqlite') return sql`integer not null primary key autoincrement`
  const type = column.kind === 'bigint' || column.wide === true ? sql`bigserial` : sql`serial`
  return kind === 'id' && primary.length <= 1 ? sql`${type} primary key` : type
}

/** Strapi's copy of its own schema. */
const SCHEMA_TABLE = 'strapi_database_schema'

/** The type by its own name where that is the same database, and where the target has it. */
async function typeOf(
  { run, dialect, manifest, known }: MakingPlace,
  { name: of }: SavedTable,
  { type, wide }: SavedColumn,
  kind: ValueKind,
): Promise<Fragment> {
  const isSame = manifest.database.client === dialect.name
  if (isSame && type !== undefined && isTypeName(type) && (await exists(run, dialect, type))) return typeName(type)
  if (kind === 'bytes') return dialect.name === 'sqlite' ? sql`blob` : sql`bytea`
  // Only the types of the project need JSON that can be searched. `json` keeps the order of keys.
  const isPlain = of === SCHEMA_TABLE || known.every(({ name: named }) => named !== of)
  if (kind === 'json' && dialect.name === 'postgres' && isPlain) return sql`json`
  // As Strapi makes them there, if they fit.
  const { columnTypes } = wide === true ? dialect : withStrapisIds(dialect)
  return typeName(columnTypes[kind])
}

async function exists(run: RunFragment, dialect: SqlDialect, type: string): Promise<boolean> {
  if (dialect.name === 'sqlite') return true
  const [found] = await run(sql`select to_regtype(${value(type)}::text) is not null`)
  return found?.[0] === true
}

/** Indexes and keys of such tables, when the rows are there. Returns a line for each key that rows do not fulfil. */
export async function finishTables(place: MakingPlace, made: readonly SavedTable[]): Promise<readonly string[]> {
  const { run, dialect } = place
  const taken = new Set<string>()
  const notes: string[] = []
  const isMade = (index: FoundIndex) => dialect.name === 'sqlite' && isConstraint(index)
  for (const saved of made)
    for (const index of (saved.structure?.indexes ?? []).filter(found => !isMade(found))) {
      const called = freshName(saved, index, taken, dialect)
      await run(createIndex(saved.name, strapiIndex(called, index.columns, index.unique), dialect))
    }
  for (const saved of made)
    for (const key of saved.structure?.foreignKeys ?? []) {
      const broken = await findOrphans(run, saved.name, key)
      if (broken !== null) notes.push(broken)
      const unchecked = broken === null ? NOTHING : sql` not valid`
      if (dialect.name === 'postgres')
        await run(sql`alter table ${table(saved.name)} add ${keyText(saved, key)}${unchecked}`)
    }
  if (dialect.name === 'postgres') for (const saved of made) await countOn(run, saved)
  return notes
}

/** Constraints of SQLite have no name, and long names may become the same on PostgreSQL. */
function freshName(saved: SavedTable, index: FoundIndex, taken: Set<string>, dialect: SqlDialect): string {
  const wanted = isConstraint(index) ? `${saved.name}_${index.columns.join('_')}_key` : index.name
  for (let number = 1; ; number += 1) {
    const end = number === 1 ? '' : `_${number}`
    const short = storedName(wanted, dialect)
    const fresh = short.slice(0, short === wanted ? undefined : short.length - end.length) + end
    if (taken.has(fresh)) continue
    taken.add(fresh)
    return fresh
  }
}

/** Strapi gives the index of a key the name of the key. */
function keyText(saved: SavedTable, key: SavedKey): Fragment {
  const { columns, targets, onDelete, onUpdate } = key
  const same = saved.structure?.indexes.find(index => index.columns.join('\n') === columns.join('\n'))?.name
  const called = key.name ?? same ?? `${saved.name}_${columns.join('_')}_fk`
  const target = sql`references ${table(key.table)} (${join(targets.map(name))})`
  const actions = sql`${actionText('delete', onDelete)}${actionText('update', onUpdate)}`
  return sql`constraint ${name(called)} foreign key (${join(columns.map(name))}) ${target}${actions}`
}

function actionText(on: 'delete' | 'update', action: KeyAction): Fragment {
  const known = KEY_ACTIONS.find(one => one === action)
  if (known === undefined || known === 'no action') return NOTHING
  return on === 'delete' ? sql` on delete ${typeName(known)}` : sql` on update ${typeName(known)}`
}

/** New rows get numbers after the highest one, also in columns that are not called `id`. */
async function countOn(run: RunFragment, { name: of, columns }: SavedTable): Promise<void> {
  for (const { name: column, counted } of columns) {
    if (counted !== true || column === 'id') continue
    const sequence = sql`pg_get_serial_sequence(${value(`"${of.replaceAll('"', '""')}"`)}::text, ${value(column)}::text)`
    await run(
      sql`select setval(${sequence}::regclass, (select coalesce(max(${name(column)}), 0) + 1 from ${table(of)}), false)`,
    )
  }
}
