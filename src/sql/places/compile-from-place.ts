/** Pages far from the beginning of a list: read from a place that is known to be near, instead of skipping all rows before them. */
import type { PlanDependencies } from '../../kept/dependencies/dependencies.ts'
import { readEach, readsOnce } from '../../plan/read/conditions/condition.ts'
import { type ListShape, placeForm } from '../../plan/read/list-shape.ts'
import type { ListPlace, ReadPlan } from '../../plan/read/read-plan.ts'
import { sha256 } from '../../util/sha256.ts'
import { compileRootRows, type RootForm } from '../entries/compile-root-rows.ts'
import type { PlacedPages } from '../read-program.ts'
import type { SqlDialect } from '../sql-dialect.ts'
import type { PackedStatement } from '../statement.ts'
import { isPossible } from './compile-place.ts'

/** Keys of a list have few forms: with a value or without one. */
const MOST_FORMS = 16

interface PlacedForm {
  readonly dialect: SqlDialect
  readonly form: RootForm
  readonly depends: PlanDependencies
}

/** `null` if there is no table, or the list is like no other. */
export function compileFromPlace(
  plan: ReadPlan,
  { listKey, values, slots }: ListShape,
  { dialect, form, depends }: PlacedForm,
): PlacedPages | null {
  if (plan.entry.model.table === null || listKey === null) return null
  const { where, order } = plan
  // So long a list is read row by row.
  const long = readsOnce(where) ? { ...plan, where: readEach(where!) } : plan
  const known = new Map<string, PackedStatement>()
  const compile = (place: ListPlace): PackedStatement =>
    compileRootRows(long, dialect, { ...form, from: place, slots: after(slots, place, values.length) })!
  return Object.freeze({
    key: sha256(listKey, 'base64url').slice(0, 22),
    values: values.length - 1,
    depends,
    passes: null,
    isPossible: (place: ListPlace) => isPossible(place, order, dialect),
    rows: (place: ListPlace) => {
      const name = placeForm(place)
      const statement = known.get(name) ?? compile(place)
      if (known.size >= MOST_FORMS) known.clear()
      known.set(name, statement)
      return statement
    },
  })
}

/** The values of the place follow all others. */
function after(slots: RootForm['slots'], place: ListPlace, slot: number): RootForm['slots'] {
  return new Map([...slots, [place, slot]])
}
