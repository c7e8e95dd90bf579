/**
 * A request, as our parser understands it, written down again for Strapi: every branch of populate by name. In the same
 * words Strapi must answer the same (which proves that the request was understood); with a ruling put into words, it
 * must answer what the ruling promises.
 */
import { may } from '../../src/plan/access.ts'
import type { PlanContext } from '../../src/plan/plan-context.ts'
import { isVisible, visibleAttribute } from '../../src/plan/visibility.ts'
import type { QueryObject } from '../../src/query/query-value.ts'
import {
  NO_POPULATE,
  type PopulateBranch,
  type PopulateOptions,
  type PopulateRequest,
  type PublicationState,
  plainOptions,
  type ReadRequest,
  type SelectionRequest,
  type SortTerm,
} from '../../src/query/read-request.ts'
import { type Attribute, type ContentType, type Model, modelOf } from '../../src/schema/schema.ts'
import type { Query, QueryPart } from '../properties/query-generator.ts'
import { same } from './compare.ts'
import { targetsOf } from './morph-off.ts'
import { type FilterModel, normalFilters } from './normal-filters.ts'

/** Rulings put into words. */
export interface Wording {
  /** `stable`: the root list has `id` as its last sort key (7). `none`: no sort anywhere. */
  readonly sort: 'asked' | 'stable' | 'none'
  /** Paging inside populate, which Strapi does across parents (14). */
  readonly paging: 'asked' | 'none'
  /** Relations below `on` and morph relations take over the publication state (6). */
  readonly drafts: 'asked' | 'inherited'
  /** Filters that Strapi fails on (5) or that overwrite each other (10), in other words. */
  readonly filters: 'asked' | 'normal'
  /**
   * How to write what is populated below a morph relation: as a list of paths or as an object, which Strapi ignores
   * there, or (with everything the caller may read by its name) below `on`.
   */
  readonly morphs: 'lists' | 'objects' | 'on'
  /** `bare`: nothing is asked of entries that are only counted; PostgreSQL fails on it. */
  readonly counts: 'asked' | 'bare'
}

export const AS_ASKED: Wording = {
  sort: 'asked',
  paging: 'asked',
  drafts: 'asked',
  filters: 'asked',
  morphs: 'lists',
  counts: 'asked',
}

export interface Understood {
  readonly request: ReadRequest
  /** The query as nested values, for the parameters that are passed on as they are. */
  readonly raw: QueryObject
  readonly type: ContentType
  readonly context: PlanContext
  /** The publication state that the branches of populate take over. */
  readonly publicationState: PublicationState
}

export function rewrite(understood: Understood, wording: Wording): Query {
  const { request, raw, type, context, publicationState } = understood
  const writer = new Writer(context, wording)
  const { selection } = request
  const sort = wording.sort === 'stable' && !type.single ? [...request.sort, BY_ID] : request.sort
  const populate = writer.populate(selection.populate, [type], { below: false, state: publicationState })
  return present({
    fields: writer.fields(selection, [type]),
    filters: request.filters === null ? undefined : writer.filters(request.filters as QueryPart, [type]),
    sort: wording.sort === 'none' ? undefined : writeSort(sort),
    populate,
    pagination: raw.pagination as QueryPart | undefined,
    locale: raw.locale as QueryPart | undefined,
    publicationState: raw.publicationState as QueryPart | undefined,
    _q: raw._q as QueryPart | undefined,
  })
}

const BY_ID: SortTerm = { path: ['id'], order: 'asc' }

interface Place {
  /** Below `on` or a morph relation. */
  readonly below: boolean
  readonly state: PublicationState
}

class Writer {
  readonly #context: PlanContext
  readonly #wording: Wording

  constructor(context: PlanContext, wording: Wording) {
    this.#context = context
    this.#wording = wording
  }

  populate(populate: PopulateRequest, models: readonly Model[], place: Place): QueryPart | undefined {
    const branches = populate.every ? this.#every(populate.branches, models) : populate.branches
    if (populate.every && populate.branches.length === 0 && !(place.below && this.#wording.drafts === 'inherited')) {
      return '*'
    }
    const written = branches.flatMap(branch => {
      const part = this.#branch(branch, models, place)
      return part === undefined ? [] : [[branch.name, part] as const]
    })
    return written.length === 0 ? undefined : Object.fromEntries(written)
  }

  #every(named: readonly PopulateBranch[], models: readonly Model[]): readonly PopulateBranch[] {
    const names = new Set(models.flatMap(model => [...model.attributes.keys()]))
    return [...names].map(name => named.find(branch => branch.name === name) ?? { name, options: PLAIN })
  }

  #branch({ name, options }: PopulateBranch, models: readonly Model[], place: Place): QueryPart | undefined {
    const attributes = models
      .map(model => visibleAttribute(model, name, this.#context))
      .filter(attribute => attribute !== undefined && attribute.kind !== 'scalar')
    if (attributes.length === 0 || options.kind === 'problem') return undefined
    const targets = attributes.flatMap(attribute => targetsOf(attribute!, this.#context.schema))
    return this.#options(options, targets, place, attributes[0]!.kind === 'morph')
  }

  #options(options: PopulateOptions, models: readonly Model[], place: Place, isMorph: boolean): QueryPart {
    const own = options.publicationState
    const state = own ?? place.state
    const inner: Place = { below: place.below || isMorph, state }
    const takesOver = place.below && this.#wording.drafts === 'inherited' && state === 'live'
    if (options.on !== null) return { on: this.#on(options.on, { below: true, state }) }
    if (isMorph && this.#wording.morphs === 'on') {
      const { access, schema } = this.#context
      const readable = models.filter(({ uid }) => may(access, `${uid}.find`))
      // Files belong to components, too. What is asked of entries, they may not have.
      const { fields, filters, sort, populate } = options
      const isBare = fields.kind === 'all' && filters === null && sort.length === 0 && populate.branches.length === 0
      const components = isBare ? [...schema.components.values()] : []
      const branches = [...readable, ...components].map(({ uid }) => ({ name: uid, options }))
      return { on: this.#on(branches, { below: true, state }) }
    }
    const { slice } = options
    const pages = this.#wording.paging === 'asked' && slice?.kind === 'slice' ? slice : null
    const isBare = options.shows === 'count' && this.#wording.counts === 'bare'
    const parts = present({
      fields: isBare ? undefined : this.fields(options, models),
      filters: options.filters === null ? undefined : this.filters(options.filters as QueryPart, models),
      sort: isBare || this.#wording.sort === 'none' ? undefined : writeSort(options.sort),
      populate: isBare ? undefined : this.#nested(options.populate, models, inner, isMorph),
      count: options.shows === 'count' ? 'true' : undefined,
      ordering: options.ordering === 'desc' ? 'desc' : undefined,
      start: pages === null || pages.start === 0 ? undefined : String(pages.start),
      limit: pages === null || pages.limit === null ? undefined : String(pages.limit),
      publicationState: own ?? (takesOver ? 'live' : undefined),
    })
    return Object.keys(parts).length === 0 ? 'true' : parts
  }

  #nested(populate: PopulateRequest, models: readonly Model[], place: Place, isMorph: boolean): QueryPart | undefined {
    const paths = isMorph && this.#wording.morphs === 'lists' && !populate.every ? pathsOf(populate.branches) : null
    return paths === null || paths.length === 0 ? this.populate(populate, models, place) : paths
  }

  /** Strapi loses a morph relation to one entry beside `fields`. */
  fields({ fields, populate }: SelectionRequest, models: readonly Model[]): QueryPart | undefined {
    if (fields.kind === 'all') return undefined
    const losesMorph = models.some(model =>
      [...model.attributes.values()].some(attribute => {
        const isAsked = populate.every || populate.branches.some(({ name }) => name === attribute.name)
        return attribute.kind === 'morph' && !attribute.many && isAsked
      }),
    )
    if (losesMorph && this.#wording.morphs === 'on') return undefined
    return fields.names.length === 0 ? ['id'] : fields.names
  }

  #on(branches: readonly PopulateBranch[], place: Place): QueryPart {
    const { schema } = this.#context
    const known = branches.flatMap(({ name, options }) => {
      const model = schema.types.get(name) ?? schema.components.get(name)
      if (model === undefined || options.kind === 'problem') return []
      return [[name, this.#options(options, [model], place, false)] as const]
    })
    return known.length === 0 ? 'none' : Object.fromEntries(known)
  }

  filters(filters: QueryPart, models: readonly Model[]): QueryPart {
    return this.#wording.filters === 'asked' ? filters : normalFilters(filters, filterModel(models, this.#context))
  }
}

export function filterModel(models: readonly Model[], context: PlanContext): FilterModel {
  return {
    follow: name => {
      for (const model of models) {
        const attribute = model.attributes.get(name)
        if (attribute !== undefined && 'target' in attribute)
          return filterModel([modelOf(context.schema, attribute.target)], context)
      }
      return undefined
    },
  }
}

/** Dot paths, or `null` where a branch has options. Below a shared beginning Strapi turns the order around. */
function pathsOf(branches: readonly PopulateBranch[]): readonly string[] | null {
  const paths: string[] = []
  for (const { name, options } of branches) {
    if (options.kind === 'problem' || !same({ ...options, path: '', populate: PLAIN.populate }, PLAIN)) return null
    const below = options.populate.every ? null : pathsOf(options.populate.branches)
    if (below === null) return null
    paths.push(...(below.length === 0 ? [name] : below.toReversed().map(path => `${name}.${path}`)))
  }
  return paths
}

/** Whether a branch of populate names an attribute that exists, but not for the caller. */
export function namesHidden({ request, type, context }: Understood): boolean {
  const hidden = (populate: PopulateRequest, models: readonly Model[]): boolean =>
    populate.branches.some(({ name, options }) => {
      const attributes = models.flatMap(model => model.attributes.get(name) ?? [])
      if (attributes.some(attribute => models.some(model => isHidden(model, attribute, context)))) return true
      if (options.kind === 'problem') return false
      const targets = attributes.flatMap(attribute => targetsOf(attribute, context.schema))
      if (options.on === null) return hidden(options.populate, targets)
      return hidden({ ...NO_POPULATE, branches: options.on.flatMap(branch => belowOn(branch)) }, targets)
    })
  return hidden(request.selection.populate, [type])
}

function belowOn({ options }: PopulateBranch): readonly PopulateBranch[] {
  return options.kind === 'problem' ? [] : options.populate.branches
}

function isHidden(model: Model, attribute: Attribute, context: PlanContext): boolean {
  return model.attributes.get(attribute.name) === attribute && !isVisible(model, attribute, context)
}

function writeSort(terms: readonly SortTerm[]): QueryPart | undefined {
  return terms.length === 0 ? undefined : terms.map(({ path, order }) => `${path.join('.')}:${order}`)
}

function present(parts: Record<string, QueryPart | undefined>): Record<string, QueryPart> {
  return Object.fromEntries(
    Object.entries(parts).filter((entry): entry is [string, QueryPart] => entry[1] !== undefined),
  )
}

const PLAIN: PopulateOptions = plainOptions('')
