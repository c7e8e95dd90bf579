/** The places of a plan that ask for `deep`, and how many rows they are expected to show. */
import { PopulusError } from '../../../errors.ts'
import type { DeepRequest, PopulateRequest } from '../../../query/read-request.ts'
import { answerRows, keptRows, variantShares } from '../../cost/condition-cost.ts'
import { fanOut, variantFanOut } from '../../cost/prices.ts'
import type { TableStatistics } from '../../cost/table-statistics.ts'
import type { PlanSettings } from '../../plan-context.ts'
import type { ChildPlan, EntryPlan, ReadPlan } from '../read-plan.ts'
import type { DeepWay } from './deep-way.ts'

/** Rows of one model, at one place of the answer. */
export interface DeepPlace {
  readonly way: DeepWay
  /** `author.team`; empty at the root. */
  readonly at: string
  /** How often rows are shown there. */
  readonly shown: number
  /** How many levels may follow. */
  readonly levels: number
}

/** A place that the query names. */
export interface AskedPlace extends DeepPlace {
  readonly populate: PopulateRequest
}

interface Walk {
  readonly met: ReadonlyMap<EntryPlan, PopulateRequest>
  readonly statistics: TableStatistics
  readonly settings: PlanSettings
  readonly places: AskedPlace[]
  nodes: number
}

/** `nodes`: how many nodes the query populates without them. */
export function findDeepPlaces(
  plan: Pick<ReadPlan, 'entry' | 'where' | 'page' | 'envelope'>,
  found: Omit<Walk, 'places' | 'nodes'>,
): { readonly places: readonly AskedPlace[]; readonly nodes: number } {
  const walk: Walk = { ...found, places: [], nodes: 0 }
  const shown = answerRows(plan, walk.statistics)
  visit(plan.entry, { way: { model: plan.entry.model, through: null, above: null }, at: '', shown }, walk)
  return walk
}

type Here = Omit<DeepPlace, 'levels'>

function visit(entry: EntryPlan, here: Here, walk: Walk): void {
  const populate = walk.met.get(entry)
  if (populate !== undefined) walk.places.push({ ...here, populate, levels: levelsOf(populate.deep!, walk.settings) })
  for (const child of entry.children) {
    walk.nodes += 1
    visitChild(child, here, walk)
  }
}

function visitChild(child: ChildPlan, { way, at, shown }: Here, walk: Walk): void {
  const { name } = child.attribute
  const below = at === '' ? name : `${at}.${name}`
  const to = (entry: EntryPlan): DeepWay => ({ model: entry.model, through: name, above: way })
  switch (child.kind) {
    case 'count':
      return
    case 'link': {
      const related = fanOut(child.attribute, way.model, child.entry.model, walk.statistics)
      visit(child.entry, { way: to(child.entry), at: below, shown: shown * keptRows(child, related) }, walk)
      return
    }
    case 'variant': {
      const entries = [...child.variants.values()].map(({ entry }) => entry)
      const related = variantFanOut(child.attribute, way.model, walk.statistics)
      const models = entries.map(({ model }) => model)
      const shares = variantShares(related, models, walk.statistics)
      for (const [index, entry] of entries.entries()) {
        walk.nodes += 1
        visit(entry, { way: to(entry), at: `${below}[${entry.model.uid}]`, shown: shown * shares[index]! }, walk)
      }
      return
    }
    default:
      child satisfies never
  }
}

/** How many levels `deep` has if the query does not say. */
const USUAL_LEVELS = 5

function levelsOf({ after: [given, ...others], path }: DeepRequest, { deepLevels: limit }: PlanSettings): number {
  if (given === undefined) return Math.min(USUAL_LEVELS, limit)
  const problem = (text: string) => new PopulusError('badValue', { parameter: path, problem: text })
  if (!/^[1-9]\d{0,8}$/.test(given))
    throw problem(`expected a number of levels after deep, got ${JSON.stringify(given)}`)
  if (others.length > 0)
    throw problem('expected nothing but a number of levels and names with a minus sign beside deep')
  if (Number(given) > limit) throw new PopulusError('tooManyDeepLevels', { parameter: path, limit })
  return Number(given)
}
