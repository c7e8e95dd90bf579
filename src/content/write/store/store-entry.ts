/** Stores an EntryWrite: one row, and everything that belongs to it. Runs inside a transaction. */

import { PopulusError } from '../../../errors.ts'
import { markedColumns, marksOf } from '../../../kept/dependencies/row-marks.ts'
import type { EntryWrite, LinkWrite, MorphWrite } from '../../../plan/write/write-plan.ts'
import { DRAFTS_TABLE, ENTRY_STAGES_TABLE, PENDING_TABLE, SCHEDULE_TABLE } from '../../../schema/own-table-names.ts'
import type { ContentType, LinkTable, Model } from '../../../schema/schema.ts'
import {
  type Described,
  deleteRow,
  deleteWhere,
  insertRow,
  selectForChange,
  updateRow,
} from '../../../sql/compile-write.ts'
import { asId, sql, table, value } from '../../../sql/fragment.ts'
import { insertLinks, type LinkRow, type LinkValue } from '../../../sql/links/change-links.ts'
import type { DescribedChange, SqlValue } from '../../../sql/statement.ts'
import type { StoredEntry } from '../noted-changes.ts'
import type { WriteScope } from '../write-scope.ts'
import type { LinkOwner } from './link-owner.ts'
import { type EntryStore, removeComponents, storeComponents } from './store-components.ts'
import { ownColumn, storeLink } from './store-links.ts'

const ROWS: EntryStore = {
  insert: (scope, entry) => insertEntry(scope, entry),
  update: updateEntry,
  remove: deleteEntry,
}

/** An entry that is about to be changed, which nobody else can change until the transaction ends; `null` if it does not exist. */
export async function findStored(scope: WriteScope, type: ContentType, id: number): Promise<StoredEntry | null> {
  if (type.table === null) return null
  const columns = ['publishedAt', 'locale'].map(name => {
    const attribute = type.attributes.get(name)
    return attribute?.kind === 'scalar' ? attribute.column : null
  })
  const marked = markedColumns(type)
  const wanted = [...columns, ...marked.map(({ column }) => column)]
  const [row] = await scope.ask(selectForChange(type.table, wanted, id, scope.dialect.rowLock))
  if (row === undefined) return null
  const [publishedAt, locale, ...marks] = row
  const isDraft = type.draftAndPublish && publishedAt === null
  const stored = { isDraft, locale: typeof locale === 'string' ? locale : null, marks: marksOf(marked, marks) }
  scope.noted.found(type, id, stored)
  return stored
}

/** Returns the id of the new entry: the next one, unless it is given. */
export async function insertEntry(scope: WriteScope, entry: EntryWrite, given?: number): Promise<number> {
  const table = tableOf(entry.model)
  const columns = new Map([...(given === undefined ? [] : [['id', given] as const]), ...columnsOf(scope, entry)])
  const [row] = await scope.change(table, insertRow(table, columns, describedColumns(entry)))
  const id = Number(row![0])
  scope.noted.created(entry.model, id, entry.scalars)
  await storeAround(scope, { model: entry.model, id, isNew: true }, entry)
  return id
}

export async function updateEntry(scope: WriteScope, id: number, entry: EntryWrite): Promise<void> {
  const table = tableOf(entry.model)
  const columns = columnsOf(scope, entry)
  await scope.before(entry.model, id, 'update')
  if (columns.size > 0)
    scope.send(table, updateRow(table, columns, id, movesOf(scope, { model: entry.model, id }, columns)))
  scope.noted.updated(entry.model, id, entry.scalars)
  await storeAround(scope, { model: entry.model, id, isNew: false }, entry)
}

/** Deletes a row with its components and links, and what people have written for it. Files stay. */
export async function deleteEntry(scope: WriteScope, model: Model, id: number): Promise<void> {
  await scope.before(model, id, 'delete')
  await removeComponents(scope, model, id, ROWS)
  for (const link of linkTablesOf(model)) {
    // Links of relations are deleted with the row. Links that name a type instead of a table must be deleted
    // explicitly.
    if (link.fixed.length === 0 || link.childColumn === 'component_id') continue
    const key = new Map<string, SqlValue>([
      [link.parentColumn, id],
      ...link.fixed.map(part => [part.column, part.value] as const),
    ])
    scope.send(link.table, deleteWhere(link.table, key))
  }
  const table = tableOf(model)
  scope.noted.deleted(model, id)
  scope.send(table, deleteRow(table, id, scope.noted.takeMarks(model, id)))
  for (const link of linkTablesOf(model)) scope.touched.add(link.table)
  if (model.kind === 'type') deleteUnpublishedWork(scope, model.uid, id)
}

/** Parts that share no table are stored side by side, so that a database far away is asked less often. */
async function storeAround(scope: WriteScope, owner: LinkOwner, entry: EntryWrite): Promise<void> {
  const components = [...entry.components, ...entry.zones].map(write => storeComponents(scope, owner, write, ROWS))
  const links = [...linksByTable(entry).values()].map(async writes => {
    for (const write of writes) await storeLink(scope, owner, write)
  })
  await Promise.all([...components, ...links])
  for (const write of entry.morphs) storeMorphTargets(scope, owner, write)
}

/** The two sides of a relation from a type to itself share a table. */
function linksByTable({ links }: EntryWrite): ReadonlyMap<string, LinkWrite[]> {
  const groups = new Map<string, LinkWrite[]>()
  for (const write of links) {
    const { link } = write.attribute
    const table = link?.kind === 'table' ? link.table : ''
    groups.set(table, [...(groups.get(table) ?? []), write])
  }
  return groups
}

/** Those by which lists are filtered. Nobody filters by what is private. */
function describedColumns({ model, scalars }: EntryWrite): Described {
  const columns = scalars.flatMap(({ attribute: { column, type, private: isPrivate } }) =>
    column === null || isPrivate || type === 'password' ? [] : [column],
  )
  return { hashed: new Set(columns), marked: model.kind === 'type' ? markedColumns(model) : [] }
}

/** Nothing is told of a row whose told values stay the same, or of one that nobody has looked at. */
function movesOf(
  scope: WriteScope,
  { model, id }: { readonly model: Model; readonly id: number },
  columns: ReadonlyMap<string, SqlValue>,
): DescribedChange['moves'] {
  const marked = markedColumns(model)
  if (!marked.some(({ column }) => columns.has(column))) return undefined
  const before = scope.noted.takeMarks(model, id)
  return before === undefined ? undefined : { before, marked }
}

/** The values of the entry's own row. */
function columnsOf({ dialect }: WriteScope, entry: EntryWrite): ReadonlyMap<string, SqlValue> {
  const columns = new Map<string, SqlValue>()
  for (const { attribute, value } of entry.scalars) {
    if (attribute.column !== null)
      columns.set(attribute.column, value === null ? null : dialect.encode(attribute.type, value))
  }
  for (const write of entry.links) {
    const own = ownColumn(write)
    if (own !== undefined) columns.set(...own)
  }
  for (const { attribute, targets } of entry.morphs) {
    if (attribute.link?.kind !== 'columns') continue
    columns.set(attribute.link.idColumn, targets[0]?.id ?? null)
    columns.set(attribute.link.typeColumn, targets[0]?.uid ?? null)
  }
  return columns
}

function storeMorphTargets(scope: WriteScope, { id, isNew }: LinkOwner, { attribute, targets }: MorphWrite): void {
  const { link } = attribute
  if (link?.kind !== 'table') return
  if (!isNew) scope.send(link.table, deleteWhere(link.table, new Map([[link.parentColumn, id]])))
  const rows = targets.map((target, index): LinkRow => {
    const values = new Map<string, LinkValue>([
      [link.parentColumn, id],
      [link.childColumn, target.id],
      [link.typeColumn, target.uid],
    ])
    if (link.orderColumn !== null) values.set(link.orderColumn, index + 1)
    return values
  })
  for (const inserted of insertLinks(link.table, rows)) scope.send(link.table, inserted)
}

function linkTablesOf(model: Model): readonly LinkTable[] {
  return [...model.attributes.values()].flatMap(attribute =>
    attribute.kind !== 'scalar' && attribute.link?.kind === 'table' ? [attribute.link] : [],
  )
}

/** An adopted database may lack tables. */
export function tableOf(model: Model): string {
  if (model.table === null) throw new PopulusError('tableMissing', { table: model.tableName })
  return model.table
}

/** Deletes what people have written for an entry without publishing it, when it was to be published, and its stage. */
function deleteUnpublishedWork({ send, dialect }: WriteScope, uid: string, id: number): void {
  const drafts = table(DRAFTS_TABLE, dialect.ownSchema)
  const entry = asId(value(dialect.encode('integer', id)))
  for (const each of [PENDING_TABLE, SCHEDULE_TABLE, ENTRY_STAGES_TABLE])
    send(null, sql`delete from ${table(each, dialect.ownSchema)} where uid = ${value(uid)} and entry_id = ${entry}`)
  send(null, sql`delete from ${drafts} where uid = ${value(uid)} and entry = ${value(String(id))}`)
}
