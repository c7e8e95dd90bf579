/** From components to the entries that contain them, level by level: one statement per attribute that can hold them. */
import { isScalar, type LinkTable, type Model, type Schema } from '../../schema/schema.ts'
import { column, type Fragment, sql, table, value } from '../../sql/fragment.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import { readQueries } from './ids-of.ts'
import type { LibraryContext } from './library-context.ts'

/** A place inside an entry or a component. `T` is what the caller knows about it. */
export interface Place<T> {
  readonly uid: string
  readonly id: number
  /** From the row to the value: `['image']`, then with its component `['blocks', '2', 'image']`. */
  readonly path: readonly string[]
  readonly about: T
}

/** The same places seen from the entries. Places in components that nothing contains are left out. */
export async function placesInEntries<T>(
  context: LibraryContext,
  places: readonly Place<T>[],
): Promise<readonly Place<T>[]> {
  const { types, components } = context.content.schema
  const found: Place<T>[] = []
  let open = places
  // Components contain each other only so deep; the limit is for databases in which they form a circle.
  for (let level = 0; open.length > 0 && level < 20; level += 1) {
    found.push(...open.filter(({ uid }) => types.has(uid)))
    open = await oneLevelUp(
      context,
      open.filter(({ uid }) => components.has(uid)),
    )
  }
  return found
}

interface Holder {
  readonly model: Model
  readonly attribute: string
  readonly many: boolean
  readonly uid: string
  readonly link: LinkTable
  readonly typeColumn: string | null
}

async function oneLevelUp<T>({ content }: LibraryContext, places: readonly Place<T>[]): Promise<readonly Place<T>[]> {
  const uids = new Set(places.map(({ uid }) => uid))
  const known = byComponent(places)
  const holders = holdersOf(content.schema, uids)
  const queries = holders.map(holder => ({
    fragment: selectHolders(holder, content.database.dialect),
    ids: places.filter(({ uid }) => uid === holder.uid).map(({ id }) => id),
  }))
  const rows = await readQueries(content.database, queries)
  return holders.flatMap((holder, index) =>
    (rows[index] ?? []).flatMap(([child, parent, position]) => {
      const way = holder.many ? [holder.attribute, String(position)] : [holder.attribute]
      const inside = known.get(`${holder.uid} ${child}`) ?? []
      return inside.map(place => ({
        ...place,
        uid: holder.model.uid,
        id: Number(parent),
        path: [...way, ...place.path],
      }))
    }),
  )
}

function byComponent<T>(places: readonly Place<T>[]): ReadonlyMap<string, readonly Place<T>[]> {
  const known = new Map<string, Place<T>[]>()
  for (const place of places) {
    const key = `${place.uid} ${place.id}`
    const others = known.get(key)
    if (others === undefined) known.set(key, [place])
    else others.push(place)
  }
  return known
}

function holdersOf({ types, components }: Schema, uids: ReadonlySet<string>): readonly Holder[] {
  const models: Model[] = [...types.values(), ...components.values()]
  return models.flatMap(model =>
    [...model.attributes.values()].flatMap((attribute): readonly Holder[] => {
      if (attribute.kind === 'component' && attribute.link !== null && uids.has(attribute.target)) {
        const { name, many, target: uid, link } = attribute
        return [{ model, attribute: name, many, uid, link, typeColumn: null }]
      }
      if (attribute.kind !== 'zone' || attribute.link === null) return []
      const { name, link } = attribute
      const held = attribute.components.filter(uid => uids.has(uid))
      return held.map(uid => ({ model, attribute: name, many: true, uid, link, typeColumn: link.typeColumn }))
    }),
  )
}

/** Rows `(component, holder, position)`; positions count from 0, as the answers of the API do. */
function selectHolders({ link, typeColumn, uid }: Holder, dialect: SqlDialect): Fragment {
  const isOf = (alias: string): Fragment =>
    link.fixed.reduce((before, { column: fixed, value: wanted }) => {
      return sql`${before} and ${column(alias, fixed)} = ${value(wanted)}`
    }, sql`1 = 1`)
  const ofType = typeColumn === null ? sql`` : sql` and ${column('l', typeColumn)} = ${value(uid)}`
  const sibling = sql`${column('s', link.parentColumn)} = ${column('l', link.parentColumn)}`
  const earlier =
    link.orderColumn === null ? sql`1 = 0` : sql`${column('s', link.orderColumn)} < ${column('l', link.orderColumn)}`
  const position = sql`(select count(*) from ${table(link.table)} as s where ${isOf('s')} and ${sibling} and ${earlier})`
  const child = column('l', link.childColumn)
  return sql`select ${child}, ${column('l', link.parentColumn)}, ${position} from ${table(link.table)} as l where ${isOf('l')}${ofType} and ${dialect.inParents(child)}`
}

/** Whether a model has a scalar attribute of this name with a column. */
export function hasColumn(model: Model, name: string): boolean {
  const attribute = model.attributes.get(name)
  return isScalar(attribute) && attribute.column !== null
}
