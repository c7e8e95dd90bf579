/**
 * `populate=deep`: everything, down to a number of levels, as the plugin strapi-plugin-populate-deep expands it for Strapi
 * v4. Its rules, however they came about:
 *
 * - an entry that is populated at the last level has no populated attributes of its own
 * - the `related` of files, and administrators, are left out
 * - since version 1, `localizations` are not followed
 * - since version 3, an attribute with the name of a table that was met before, in any branch, is left out; not so inside
 *   components
 *
 * The branches that a caller may not see are followed, because of the last rule, but are not part of the result.
 */
import { PopulusError } from '../../errors.ts'
import {
  NO_POPULATE,
  type PopulateBranch,
  type PopulateOptions,
  type PopulateRequest,
  plainOptions,
  type SelectionRequest,
} from '../../query/read-request.ts'
import { type Attribute, type ContentType, FILE_UID, type Model, modelOf } from '../../schema/schema.ts'
import type { PlanContext } from '../plan-context.ts'
import { isVisible } from '../visibility.ts'

/** More steps than a query with the largest useful number of nodes takes. */
const MOST_STEPS = 50_000
const PATH = 'populate'

/** The selection itself, unless the project has `deep`. */
export function withDeep(
  selection: SelectionRequest,
  { after: [depth] }: NonNullable<PopulateRequest['deep']>,
  type: ContentType,
  context: PlanContext,
): SelectionRequest {
  const { populateDeep = 0 } = context.settings
  if (populateDeep === 0) return selection
  return { ...selection, populate: expandDeep(type, depth === undefined ? populateDeep : depthOf(depth), context) }
}

function depthOf(given: string): number {
  if (/^\d{1,3}$/.test(given)) return Number(given)
  const problem = `expected a number of levels after deep, got ${JSON.stringify(given)}`
  throw new PopulusError('badValue', { parameter: PATH, problem })
}

function expandDeep(model: Model, depth: number, context: PlanContext): PopulateRequest {
  let steps = 0
  const step = () => {
    steps += 1
    if (steps > MOST_STEPS) throw new PopulusError('tooManyPopulates', { limit: context.settings.populateNodes })
  }
  const { populateDeepVersion = 3 } = context.settings
  return new Expansion(context, step).everything(model, depth, populateDeepVersion < 3 ? null : [])
}

class Expansion {
  readonly #context: PlanContext
  readonly #step: () => void
  /** Where `met` does not matter, a model and a depth always give the same. Equal options are planned once. */
  readonly #known = new Map<string, PopulateOptions>()

  constructor(context: PlanContext, step: () => void) {
    this.#context = context
    this.#step = step
  }

  /** `met`: the tables so far, to which this adds; `null` where they do not matter. */
  everything(model: Model, depth: number, met: string[] | null): PopulateRequest {
    if (depth <= 1) return NO_POPULATE
    if (met !== null && !met.includes(model.tableName)) met.push(model.tableName)
    const branches: PopulateBranch[] = []
    for (const attribute of model.attributes.values()) {
      const { name } = attribute
      if (attribute.kind === 'scalar' || met?.includes(name) || (model.uid === FILE_UID && name === 'related')) continue
      this.#step()
      const options = this.#optionsOf(attribute, depth, met)
      if (options !== null && isVisible(model, attribute, this.#context)) branches.push({ name, options })
    }
    return { ...NO_POPULATE, branches }
  }

  #optionsOf(attribute: Exclude<Attribute, { kind: 'scalar' }>, depth: number, met: string[] | null) {
    switch (attribute.kind) {
      case 'media':
      case 'morph':
        return plainOptions(PATH)
      case 'component':
        return this.#inside(attribute.target, depth - 1)
      case 'zone': {
        const on = attribute.components.map(uid => ({ name: uid, options: this.#inside(uid, depth - 1) }))
        return { ...plainOptions(PATH), on }
      }
      case 'relation': {
        if (attribute.target.startsWith('admin::')) return null
        const isFollowed = attribute.name !== 'localizations' || this.#context.settings.populateDeepVersion === 0
        const below = isFollowed || depth <= 2 ? depth - 1 : 1
        if (met === null) return this.#inside(attribute.target, below)
        return plainOptions(PATH, this.everything(modelOf(this.#context.schema, attribute.target), below, met))
      }
      default:
        return attribute satisfies never
    }
  }

  #inside(uid: string, depth: number): PopulateOptions {
    const key = `${uid} ${depth}`
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const options = plainOptions(PATH, this.everything(modelOf(this.#context.schema, uid), depth, null))
    this.#known.set(key, options)
    return options
  }
}
