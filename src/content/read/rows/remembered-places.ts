/**
 * Places in lists that were read far from the beginning. The next such page starts from the nearest one, so that the database need not
 * skip all rows before it. A place says how many rows there are up to it, so a change of anything that the list depends on drops it.
 */
import type { FactName, KnownPlace, KnownPlaces } from '../../../kept/list-facts.ts'
import { rangeOf } from '../../../sql/entries/compile-root-rows.ts'
import { placeOf } from '../../../sql/places/place-of.ts'
import type { PlacedPages, ReadProgram } from '../../../sql/read-program.ts'
import type { LoadedRows } from '../../../wire/loaded-rows.ts'
import type { ContentContext } from '../../content-context.ts'

export interface RememberedPlaces {
  /** The nearest place before the page. */
  readonly from: KnownPlace | undefined
  /** Called with rows that were read while the tables did not change. */
  readonly learn: (loaded: Pick<LoadedRows, 'rows' | 'placed'>) => void
}

/** One place is kept for so many rows. */
const STRIDE = 5000
/** Of each list. */
const MOST_PLACES = 200
/** Places with longer keys are not kept. */
const LONGEST_KEYS = 200
const NO_PLACES: KnownPlaces = new Map()

/** `name`: that of the places of the list. */
export function rememberPlaces(
  { database, places }: Pick<ContentContext, 'database' | 'places'>,
  { list, page }: ReadProgram,
  name: FactName<KnownPlaces>,
): RememberedPlaces {
  const [, start] = rangeOf(page!)
  const asOf = database.versions.now
  return {
    from: nearest(places.get(name) ?? NO_PLACES, start),
    learn: ({ rows, placed }) => {
      const last = rows.at(-1)
      if (last === undefined || placed !== true) return
      const known = { offset: start + rows.length, place: placeOf(last, list!.places!) }
      if (!isUsable(known, list!.fromPlace!)) return
      places.set(name, withPlace(places.get(name) ?? NO_PLACES, known), { asOf, isExact: true })
    },
  }
}

function nearest(places: KnownPlaces, start: number): KnownPlace | undefined {
  let found: KnownPlace | undefined
  for (const known of places.values())
    if (known.offset <= start && (found === undefined || known.offset > found.offset)) found = known
  return found
}

/** Whether rows can be compared with its keys exactly. A character that was not read well is shown as another one. */
function isUsable({ place }: KnownPlace, { isPossible }: PlacedPages): boolean {
  const length = place.keys.reduce((sum, key) => sum + (key?.length ?? 0), 0)
  return length <= LONGEST_KEYS && !place.keys.some(key => key?.includes('\ufffd')) && isPossible(place)
}

/** The latest place of each stretch, because the page after it is often the next one. The oldest one goes if there are too many. */
function withPlace(places: KnownPlaces, known: KnownPlace): KnownPlaces {
  const stretch = Math.floor(known.offset / STRIDE)
  const others = [...places].filter(([each]) => each !== stretch)
  return new Map([...others.slice(Math.max(0, others.length - MOST_PLACES + 1)), [stretch, known]])
}
