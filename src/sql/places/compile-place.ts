/** The rows before or after a place in a list: keyset pagination. */
import type { CursorPage, ListPlace, OrderTerm } from '../../plan/read/read-plan.ts'
import type { ScalarType } from '../../schema/schema.ts'
import type { ConditionSite } from '../compile-condition.ts'
import { compileKey } from '../compile-order.ts'
import { column, type Fragment, join, sql, value } from '../fragment.ts'
import type { SqlDialect } from '../sql-dialect.ts'

/** `null` at the beginning or the end of the list. */
export function compilePlace(page: CursorPage, order: readonly OrderTerm[], site: ConditionSite): Fragment | null {
  const { place, direction } = page
  if (place === null) return null
  const isBefore = direction === 'before'
  const keys = order.map((term, index) => {
    const bound = keyOf(place, index, order, site.dialect) ?? null
    return keyTests(compileKey(term, site), bound, {
      descending: (term.order === 'desc') !== isBefore,
      nullsFirst: (site.dialect.nullsFirst === (term.order === 'asc')) !== isBefore,
    })
  })
  const id = column(site.alias, 'id')
  const last = { beyond: sql`${id} ${isBefore ? sql`<` : sql`>`} ${value(place.id)}` }
  // Equal in all keys before, and beyond the place in the next one.
  const beyond = [...keys, last].map((key, index) =>
    join([...keys.slice(0, index).map(({ equal }) => equal), key.beyond], ' and '),
  )
  const [first] = keys
  const within = first === undefined ? [] : [first.within]
  return join(
    [
      ...within,
      sql`(${join(
        beyond.map(each => sql`(${each})`),
        ' or ',
      )})`,
    ],
    ' and ',
  )
}

interface KeyTests {
  readonly beyond: Fragment
  readonly equal: Fragment
  /** Beyond or equal, in a form that an index can use. */
  readonly within: Fragment
}

function keyTests(
  key: Fragment,
  bound: Fragment | null,
  { descending, nullsFirst }: { readonly descending: boolean; readonly nullsFirst: boolean },
): KeyTests {
  if (bound === null) {
    const isNull = sql`${key} is null`
    return nullsFirst
      ? { beyond: sql`${key} is not null`, equal: isNull, within: sql`1 = 1` }
      : { beyond: sql`1 = 0`, equal: isNull, within: isNull }
  }
  const further = descending ? sql`${key} < ${bound}` : sql`${key} > ${bound}`
  const within = descending ? sql`${key} <= ${bound}` : sql`${key} >= ${bound}`
  const equal = sql`${key} = ${bound}`
  if (nullsFirst) return { beyond: further, equal, within }
  return { beyond: sql`(${further} or ${key} is null)`, equal, within: sql`(${within} or ${key} is null)` }
}

function typeOf({ column: ref }: OrderTerm): ScalarType {
  return ref.kind === 'scalar' ? ref.attribute.type : 'integer'
}

/** Whether each column could have the key that the place has for it. If not, no answer has given the place. */
export function isPossible(place: ListPlace, order: readonly OrderTerm[], dialect: SqlDialect): boolean {
  return order.every((_, index) => keyOf(place, index, order, dialect) !== undefined)
}

function keyOf(
  { keys }: ListPlace,
  index: number,
  order: readonly OrderTerm[],
  dialect: SqlDialect,
): Fragment | null | undefined {
  const key = keys[index]!
  return key === null ? null : dialect.placeKey(typeOf(order[index]!), key)
}
