/** Rows of the built-in types by attribute name, whatever columns the opened database has for them. */

import { PopulusError } from '../../errors.ts'
import type { LinkTable, RelationAttribute, ScalarAttribute, Schema } from '../../schema/schema.ts'
import { column, type Fragment, join, name, sql, table, value } from '../../sql/fragment.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import type { BoundStatement, Row } from '../../sql/statement.ts'
import { type Database, steps } from '../../storage/database.ts'
import type { Run } from './change-rights.ts'
import {
  type AttributeOf,
  decodeAttribute,
  idValue,
  linkOf,
  type RecordOf,
  type RecordShape,
  scalarOf,
} from './record-shape.ts'

export type StoredValue = string | number | boolean | Date | null

/** Values by attribute. */
export type Values = Readonly<Record<string, StoredValue | undefined>>

export interface Update {
  readonly now: Date
  /** Refers to the table as `t`. */
  readonly where?: Fragment
}

/** One built-in type in the opened database. */
export class StoredRows<S extends RecordShape = RecordShape> {
  readonly #dialect: SqlDialect
  readonly #schema: Schema
  readonly #shape: S
  readonly #uid: string

  constructor(dialect: SqlDialect, schema: Schema, shape: S) {
    this.#dialect = dialect
    this.#schema = schema
    this.#shape = shape
    this.#uid = shape.uid
  }

  /** The table. Throws if the database is from a time before Strapi had it. */
  get table(): Fragment {
    const found = this.#schema.types.get(this.#uid)?.table ?? null
    if (found === null) throw new PopulusError('noStorage', { type: this.#uid })
    return table(found)
  }

  /** Whether the opened database has the table. */
  get exists(): boolean {
    return this.#schema.types.get(this.#uid)?.table != null
  }

  /** Selects the id and these attributes, with the table as `t`. The caller supplies `where` and what follows. */
  select(attributes: readonly AttributeOf<S>[], rest: Fragment): Fragment {
    return sql`select ${this.#selected(attributes)} from ${this.table} as t ${rest}`
  }

  /** Decodes the rows of `select`. */
  records<Name extends AttributeOf<S>>(
    attributes: readonly Name[],
    rows: readonly Row[],
  ): readonly RecordOf<S, Name>[] {
    return rows.map(([id, ...values]) => {
      const pairs = attributes.map((attribute, index) => {
        const kind = this.#shape.attributes[attribute]!
        return [attribute, decodeAttribute(kind, values[index], this.#dialect)] as const
      })
      return Object.freeze({ id: Number(id), ...Object.fromEntries(pairs) }) as RecordOf<S, Name>
    })
  }

  /**
   * Like `select`, but with the id of the row at the other end of a link first. If `from` is `child`, `link` is seen from
   * the other type. `null` if the database lacks one of the tables.
   */
  selectLinked(
    link: LinkTable | null,
    attributes: readonly AttributeOf<S>[],
    { from, rest }: { readonly from: 'parent' | 'child'; readonly rest: Fragment },
  ): Fragment | null {
    if (link === null || !this.exists) return null
    const [own, other] =
      from === 'parent' ? [link.parentColumn, link.childColumn] : [link.childColumn, link.parentColumn]
    const joined = sql`${this.table} as t join ${table(link.table)} as l on ${column('l', own)} = ${column('t', 'id')}`
    return sql`select ${column('l', other)}, ${this.#selected(attributes)} from ${joined} ${rest}`
  }

  /** Decodes the rows of `selectLinked`, by the id at the other end. */
  linkedRecords<Name extends AttributeOf<S>>(
    attributes: readonly Name[],
    rows: readonly Row[],
  ): ReadonlyMap<number, readonly RecordOf<S, Name>[]> {
    const found = new Map<number, RecordOf<S, Name>[]>()
    for (const [other, ...row] of rows) {
      if (other === null) continue
      const known = found.get(Number(other)) ?? []
      found.set(Number(other), [...known, ...this.records(attributes, [row])])
    }
    return found
  }

  /** A column, with the table as `t`. */
  column(attribute: string): Fragment {
    return scalarOf(this.#schema, this.#uid, attribute, 't')
  }

  /** Returns the new row's id. */
  async insert(run: Run, values: Values, now: Date): Promise<number> {
    const stored = this.#columns({ ...values, createdAt: now, updatedAt: now })
    const columns = join(stored.map(([into]) => name(into)))
    const bound = join(stored.map(([, given]) => given))
    const [row] = await run(sql`insert into ${this.table} (${columns}) values (${bound}) returning ${name('id')}`)
    return Number(row?.[0])
  }

  /** With `where`, only if the condition holds. Returns whether a row was updated. */
  async update(run: Run, id: number, values: Values, { now, where }: Update): Promise<boolean> {
    const stored = this.#columns({ ...values, updatedAt: now })
    const changes = join(stored.map(([into, given]) => sql`${name(into)} = ${given}`))
    const wanted = where === undefined ? this.hasId(id) : sql`${this.hasId(id)} and ${where}`
    const changed = sql`update ${this.table} as t set ${changes} where ${wanted} returning ${name('id')}`
    return (await run(changed)).length > 0
  }

  /** `t.id = 1` */
  hasId(id: number): Fragment {
    return sql`${column('t', 'id')} = ${idValue(this.#dialect, id)}`
  }

  async delete(run: Run, id: number): Promise<void> {
    await run(sql`delete from ${this.table} where ${name('id')} = ${idValue(this.#dialect, id)}`)
  }

  /** The link table of a relation. */
  link(attribute: string): LinkTable {
    const link = linkOf(this.#schema, this.#uid, attribute)
    if (link === null) throw new PopulusError('noStorage', { type: `${this.#uid}.${attribute}` })
    return link
  }

  /** Connects a row with another one, at the end of both orders. */
  async connect(run: Run, attribute: string, id: number, otherId: number): Promise<void> {
    const link = this.link(attribute)
    const [parent, child] = [idValue(this.#dialect, id), idValue(this.#dialect, otherId)]
    const last = (order: string, owner: string, ownerId: Fragment) =>
      sql`(select coalesce(max(${name(order)}), 0) + 1 from ${table(link.table)} where ${name(owner)} = ${ownerId})`
    const inverse = this.#inverseOrder(attribute)
    const stored: (readonly [string, Fragment])[] = [
      [link.parentColumn, parent],
      [link.childColumn, child],
      ...(link.orderColumn === null
        ? []
        : [[link.orderColumn, last(link.orderColumn, link.parentColumn, parent)] as const]),
      ...(inverse === null ? [] : [[inverse, last(inverse, link.childColumn, child)] as const]),
    ]
    const columns = join(stored.map(([into]) => name(into)))
    await run(sql`insert into ${table(link.table)} (${columns}) values (${join(stored.map(([, given]) => given))})`)
  }

  /** Removes all connections of a row. */
  async disconnect(run: Run, attribute: string, id: number): Promise<void> {
    const link = this.link(attribute)
    const parent = idValue(this.#dialect, id)
    await run(sql`delete from ${table(link.table)} where ${name(link.parentColumn)} = ${parent}`)
  }

  #inverseOrder(attribute: string): string | null {
    const relation = this.#schema.types.get(this.#uid)?.attributes.get(attribute) as RelationAttribute
    const inverse = relation.inversedBy ?? relation.mappedBy
    return inverse === null ? null : (linkOf(this.#schema, relation.target, inverse)?.orderColumn ?? null)
  }

  #columns(values: Values): readonly (readonly [string, Fragment])[] {
    return Object.entries(values).flatMap(([attribute, given]) => {
      const found = this.#scalar(attribute)
      if (found === undefined || found.column === null || given === undefined) return []
      const encoded = given === null ? null : this.#dialect.encode(found.type, given)
      return [[found.column, value(encoded)] as const]
    })
  }

  #scalar(attribute: string): ScalarAttribute | undefined {
    const found = this.#schema.types.get(this.#uid)?.attributes.get(attribute)
    return found?.kind === 'scalar' ? found : undefined
  }

  #read(attribute: string): Fragment {
    const found = this.#scalar(attribute)
    return found === undefined ? sql`null` : this.#dialect.read(found.type, this.column(attribute))
  }

  #selected(attributes: readonly string[]): Fragment {
    return join([column('t', 'id'), ...attributes.map(attribute => this.#read(attribute))])
  }
}

// Runs fragments that do not depend on each other and returns their rows.

/** The rows of each fragment, from one snapshot. `null` means a table that does not exist; it has no rows. */
export async function readRows(
  database: Database,
  fragments: readonly (Fragment | null)[],
): Promise<readonly (readonly Row[])[]> {
  const present = fragments.flatMap(fragment => (fragment === null ? [] : [boundStatement(database.dialect, fragment)]))
  const found = present.length === 0 ? [] : [...(await database.read(steps(...present)))]
  return fragments.map(fragment => (fragment === null ? [] : (found.shift() ?? [])))
}

function boundStatement(dialect: SqlDialect, fragment: Fragment): BoundStatement {
  return dialect.bind(dialect.compile(fragment))
}
