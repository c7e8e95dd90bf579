/** The rows before or after a place in a list: keyset pagination. */
import type { CursorPage, ListPlace, OrderTerm } from '../../plan/read/read-plan.ts'
import type { ScalarType } from '../../schema/schema.ts'
import type { ConditionSite } from '../compile-condition.ts'
import { compileKey } from '../compile-order.ts'
import { asId, column, type Fragment, join, listValue, sql, value } from '../fragment.ts'
import type { SqlDialect } from '../sql-dialect.ts'
import type { SqlValue } from '../statement.ts'

/** `null` at the beginning or the end of the list. */
export function compilePlace(
  { place, direction }: Pick<CursorPage, 'place' | 'direction'>,
  order: readonly OrderTerm[],
  site: ConditionSite,
): Fragment | null {
  if (place === null) return null
  const isBefore = direction === 'before'
  const slot = site.slots?.get(place)
  const bind = <T>(index: number, given: T, read: (key: T) => SqlValue): Fragment =>
    slot === undefined ? value(read(given)) : listValue(values => read(values[slot + index] as T))
  const keys = order.map((term, index) => {
    const key = place.keys[index]!
    const bound =
      key === null ? null : (site.dialect.placeKey(typeOf(term), key, read => bind(index + 1, key, read)) ?? null)
    return keyTests(compileKey(term, site), bound, {
      descending: (term.order === 'desc') !== isBefore,
      nullsFirst: (site.dialect.nullsFirst === (term.order === 'asc')) !== isBefore,
    })
  })
  const beyondId = isBefore ? sql`<` : sql`>`
  const last = { beyond: sql`${column(site.alias, 'id')} ${beyondId} ${asId(bind(0, place.id, id => id))}` }
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
  return order.every((term, index) => {
    const key = place.keys[index]!
    return key === null || dialect.placeKey(typeOf(term), key, read => value(read(key))) !== undefined
  })
}
