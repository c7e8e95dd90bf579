/**
 * An entry that can belong to one other leaves the one that has it when another one gets it. Where the rules close that one to the
 * writer, nothing can be taken from it: what it has does not exist for the relation.
 */
import { PopulusError } from '../../../errors.ts'
import type { RowRules } from '../../../plan/access.ts'
import type { EntryWrite, LinkWrite } from '../../../plan/write/write-plan.ts'
import type { Attribute, Model, Schema } from '../../../schema/schema.ts'
import { selectForChangeOf } from '../../../sql/compile-write.ts'
import type { HeldLinks } from '../../../sql/links/change-links.ts'
import { translationsOf } from '../entry-locale.ts'
import { heldOutside } from '../open-rows.ts'
import { inverseOf, type WriteScope } from '../write-scope.ts'

export interface TakingEntry {
  readonly write: EntryWrite
  readonly entry: {
    /** `null` for a new one. */
    readonly id: number | null
    /** The other ones of the entry; looked up if absent. */
    readonly translations?: readonly number[] | undefined
  }
}

/** The related entries that the write would take from entries that the writer may not change, by type. */
export async function takenFromClosed(
  scope: WriteScope,
  { write, entry }: TakingEntry,
  rows: RowRules,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const taken = new Map<string, readonly number[]>()
  for (const link of write.links) {
    const { attribute } = link
    const ids = addedBy(link)
    for (const { type, links } of ids.length === 0 ? [] : holdersOf(scope.schema, write.model, attribute, rows)) {
      const except = type === write.model ? await ownIds(scope, type, attribute, entry) : []
      const held = await heldOutside(scope, { type, access: { rows } }, { links, ids, except })
      if (held.length > 0) taken.set(attribute.target, [...(taken.get(attribute.target) ?? []), ...held])
    }
  }
  return taken
}

/** The same once nobody else can link what the write links. What was judged before may have been linked since. */
export async function refuseTaken(scope: WriteScope, { write, entry }: TakingEntry, rows: RowRules): Promise<void> {
  for (const link of write.links) {
    const ids = addedBy(link)
    const [holder] = ids.length === 0 ? [] : holdersOf(scope.schema, write.model, link.attribute, rows)
    // Locks of writers are about link tables.
    if (holder?.links.childColumn === 'id')
      await scope.ask(selectForChangeOf(holder.links.table, ids, scope.dialect.rowLock))
  }
  if ((await takenFromClosed(scope, { write, entry }, rows)).size > 0) throw new PopulusError('relationGone')
}

function addedBy({ change }: LinkWrite): readonly number[] {
  return change.kind === 'set' ? change.ids : change.connect.map(({ id }) => id)
}

/** Translations share what is not localized. */
async function ownIds(
  scope: WriteScope,
  type: Model,
  { localized }: Attribute,
  { id, translations }: TakingEntry['entry'],
): Promise<readonly number[]> {
  const own = id === null ? [] : [id]
  if (type.kind !== 'type' || !type.localized || localized) return own
  return [...own, ...(translations ?? (id === null ? [] : await translationsOf(scope, type, id)))]
}

interface Holder {
  readonly type: Model
  readonly links: HeldLinks
}

/** The types with rules whose entries lose what the attribute gets. */
function holdersOf(schema: Schema, model: Model, attribute: Attribute, rows: RowRules): readonly Holder[] {
  if (attribute.kind !== 'relation') return []
  const { link, target } = attribute
  if (link?.kind === 'table') {
    const inverse = inverseOf(attribute, schema)
    const isExclusive = inverse !== undefined && !inverse.many && rows.has(model.uid)
    return isExclusive ? [{ type: model, links: link }] : []
  }
  const table = schema.types.get(target)?.table ?? null
  if (link?.kind !== 'child-column' || table === null) return []
  // A relation to any type leads from the same column to entries of several types.
  return [...rows.keys()].flatMap(uid => {
    const type = schema.types.get(uid)
    const alike = [...(type?.attributes.values() ?? [])].flatMap(other =>
      other.kind === 'relation' && other.target === target && other.link?.kind === 'child-column' ? [other.link] : [],
    )
    const found = alike.find(({ column }) => column === link.column)
    if (type === undefined || found === undefined) return []
    return [{ type, links: { table, parentColumn: link.column, childColumn: 'id', fixed: found.fixed } }]
  })
}
