/** What `populate=deep` stands for: everything that is visible, a level at a time, as far as the budget reaches. */

import { NO_POPULATE, type PopulateBranch, type PopulateRequest, plainOptions } from '../../../query/read-request.ts'
import type { Attribute, Model, ScalarAttribute } from '../../../schema/schema.ts'
import { lengthOf, variantShares } from '../../cost/condition-cost.ts'
import { fanOut, variantFanOut } from '../../cost/prices.ts'
import type { TableStatistics } from '../../cost/table-statistics.ts'
import { modelAt } from '../../placed-model.ts'
import type { PlanContext } from '../../plan-context.ts'
import { isVisible } from '../../visibility.ts'
import type { DeepStop } from '../read-plan.ts'
import { resolveFields } from '../resolve-fields.ts'
import type { UnknownName } from '../unknown-names.ts'
import type { Expansions } from './deep-scope.ts'
import { isNeverFollowed, leadsBack } from './deep-way.ts'
import type { AskedPlace, DeepPlace } from './find-deep-places.ts'

type Followed = Exclude<Attribute, ScalarAttribute>

/** A place that waits for its turn, with the branches that it will have. */
interface Waiting extends DeepPlace {
  readonly branches: PopulateBranch[]
  readonly except: Exceptions
}

/** The names that one `deep` leaves out at every level, and which of them were met. */
interface Exceptions {
  readonly names: ReadonlySet<string>
  readonly met: Set<string>
}

export interface Expanded {
  readonly expansions: Expansions
  readonly stops: readonly DeepStop[]
  readonly unknown: readonly UnknownName[]
}

/** `nodes`: how many more nodes the query may populate. */
export function expandPlaces(
  places: readonly AskedPlace[],
  nodes: number,
  context: PlanContext,
  statistics: TableStatistics,
): Expanded {
  const expansion = new Expansion(context, statistics, nodes)
  const asked = places.map(place => ({ place, except: expansion.add(place) }))
  expansion.run()
  const { expansions, stops } = expansion
  const unknown = asked.flatMap(({ place: { populate }, except }) =>
    [...except.names]
      .filter(name => !except.met.has(name))
      .map(name => ({ what: 'attribute to populate named', name, path: populate.deep!.path, known: [] })),
  )
  return { expansions, stops, unknown }
}

class Expansion {
  readonly expansions = new Map<PopulateRequest, Map<string, PopulateRequest>>()
  readonly stops: DeepStop[] = []
  readonly #context: PlanContext
  readonly #statistics: TableStatistics
  /** First come, first served: that makes it breadth first. */
  readonly #queue: Waiting[] = []
  readonly #lengths = new Map<string, number>()
  readonly #left: { nodes: number; entries: number; length: number }

  constructor(context: PlanContext, statistics: TableStatistics, nodes: number) {
    this.#context = context
    this.#statistics = statistics
    const { deepEntries: entries, deepLength: length } = context.settings
    this.#left = { nodes, entries, length }
  }

  add({ populate, ...place }: AskedPlace): Exceptions {
    const except = { names: new Set(populate.except), met: new Set<string>() }
    this.#wait(populate, place, except)
    return except
  }

  run(): void {
    for (let next = 0; next < this.#queue.length; next++) this.#expand(this.#queue[next]!)
  }

  #wait(populate: PopulateRequest, place: DeepPlace, except: Exceptions): void {
    const byModel = this.expansions.get(populate) ?? new Map<string, PopulateRequest>()
    const { uid } = place.way.model
    // The parts that plans share are found in several places, and expanded at the first.
    if (byModel.has(uid)) return
    const branches: PopulateBranch[] = []
    this.expansions.set(populate, byModel.set(uid, { ...NO_POPULATE, branches }))
    this.#queue.push({ ...place, branches, except })
  }

  #expand(place: Waiting): void {
    const { way, levels, except } = place
    let hasMore = false
    for (const attribute of way.model.attributes.values()) {
      if (attribute.kind === 'scalar' || isNeverFollowed(attribute, way.model)) continue
      if (!isVisible(way.model, attribute, this.#context)) continue
      if (except.names.has(attribute.name)) except.met.add(attribute.name)
      else if (levels === 0) hasMore ||= !leadsBack(attribute, way)
      else this.#follow(attribute, place)
    }
    if (hasMore) this.stops.push({ at: place.at, why: 'depth' })
  }

  #follow(attribute: Followed, place: Waiting): void {
    const { name } = attribute
    const at = place.at === '' ? name : `${place.at}.${name}`
    if (leadsBack(attribute, place.way)) {
      this.stops.push({ at, why: 'cycle' })
      return
    }
    const rows = this.#rowsBelow(attribute, place)
    const entries = rows.reduce((sum, { shown }) => sum + shown, 0)
    const length = rows.reduce((sum, { shown, model }) => sum + shown * this.#lengthOf(model), 0)
    const { nodes, entries: mostEntries, length: mostLength } = this.#left
    if (nodes < 1 || entries > mostEntries || length > mostLength) {
      this.stops.push({ at, why: 'budget' })
      return
    }
    this.#left.nodes -= 1
    this.#left.entries -= entries
    this.#left.length -= length
    this.#descend(attribute, rows, { ...place, at })
  }

  /** `place` is that of the parent, with the path of the attribute. */
  #descend(attribute: Followed, rows: readonly RowsBelow[], place: Waiting): void {
    const { name, kind } = attribute
    // A marker of its own for each place, under which the branches are found.
    const populate: PopulateRequest = { ...NO_POPULATE, deep: { after: [], path: PATH } }
    place.branches.push({ name, options: plainOptions(PATH, populate) })
    if (kind === 'morph') {
      // It leads to anything, back included.
      if (place.levels > 1) this.stops.push({ at: place.at, why: 'cycle' })
      return
    }
    for (const { model, shown } of rows) {
      const way = { model, through: name, above: place.way }
      const at = kind === 'zone' ? `${place.at}[${model.uid}]` : place.at
      this.#wait(populate, { way, at, shown, levels: place.levels - 1 }, place.except)
    }
  }

  #rowsBelow(attribute: Followed, { way: { model: parent }, shown }: Waiting): readonly RowsBelow[] {
    const context = this.#context
    const statistics = this.#statistics
    if ('target' in attribute) {
      const model = modelAt(parent, attribute.name, attribute.target, context)
      return [{ model, shown: shown * fanOut(attribute, parent, model, statistics) }]
    }
    const related = variantFanOut(attribute, parent, statistics)
    if (attribute.kind === 'morph') return [{ model: parent, shown: shown * related }]
    const models = attribute.components.map(uid => modelAt(parent, attribute.name, uid, context))
    const shares = variantShares(related, models, statistics)
    return models.map((model, index) => ({ model, shown: shown * shares[index]! }))
  }

  #lengthOf(model: Model): number {
    const known = this.#lengths.get(model.uid)
    if (known !== undefined) return known
    const scalars = resolveFields(model, { kind: 'all', asked: false }, PATH, this.#context)
    const length = lengthOf({ model, scalars }, this.#statistics)
    this.#lengths.set(model.uid, length)
    return length
  }
}

interface RowsBelow {
  readonly model: Model
  readonly shown: number
}

/** Nothing in the branches can be invalid, so no message will show it. */
const PATH = 'populate'
