/**
 * Names in a query that have no meaning. Depending on the dialect, they cause a helpful error or a hint with the
 * answer.
 */
import { PopulusError } from '../../errors.ts'
import { type PopulateBranch, plainOptions, type SelectionRequest } from '../../query/read-request.ts'
import { type Model, modelOf } from '../../schema/schema.ts'
import { nearestName } from '../../util/text/nearest-name.ts'
import type { PlanContext } from '../plan-context.ts'
import { invalidParameter, isOpen, isVisible, visibleAttribute } from '../visibility.ts'
import type { WireDialect } from '../wire-dialect.ts'

export interface UnknownName {
  /** For example `operator`. */
  readonly what: string
  readonly name: string
  readonly path: string
  /** The names that the caller may know; no others are suggested. */
  readonly known: Iterable<string>
  /** The intended name, if it is certain. */
  readonly meant?: string | undefined
  /** What to write if no name is near. */
  readonly instead?: string | undefined
}

export type NoteUnknown = (unknown: UnknownName) => void

export interface NotedNames {
  readonly note: NoteUnknown
  /** The recorded names that are not errors. */
  readonly hints: readonly string[]
}

/** Enough to help, but not too much for a header. */
const MOST_HINTS = 5

export function noteUnknownNames({ typosAreErrors }: WireDialect): NotedNames {
  const hints: string[] = []
  const note: NoteUnknown = ({ what, name, path, known, meant, instead }) => {
    if (!typosAreErrors && hints.length === MOST_HINTS) return
    const nearest = meant ?? nearestName(name, known)
    const help = nearest !== undefined ? `; did you mean ${nearest}?` : instead === undefined ? '' : `; ${instead}`
    const shown = name.slice(0, 100)
    if (typosAreErrors)
      throw new PopulusError('unknownName', { what, name: shown, help }, { hint: `at ${path}${help}` })
    hints.push(`there is no ${what} ${shown}${help || `, at ${path.slice(0, 100)}`}`)
  }
  return { note, hints }
}

// Names in `populate` that lead nowhere.

interface NoteScope {
  readonly context: PlanContext
  readonly noteUnknown: NoteUnknown
}

/** If rows of several models are populated alike, at least one of the models must know the name. */
export function noteUnknownBranches(
  models: readonly Model[],
  branches: readonly PopulateBranch[],
  { context, noteUnknown }: NoteScope,
): void {
  for (const { name, options } of branches) {
    if (models.some(model => leadsSomewhere(model, name, context))) continue
    const path = options.kind === 'options' ? options.path : 'populate'
    const isField = models.some(model => visibleAttribute(model, name, context)?.kind === 'scalar')
    const known = isField || name.startsWith('-') ? [] : models.flatMap(model => populatedNames(model, context))
    const instead = isField ? A_FIELD : name.startsWith('-') ? NO_NAME : /^\d+$/.test(name) ? NO_LIST : undefined
    noteUnknown({ what: 'attribute to populate named', name, path, known, instead })
  }
}

/** `populate[0]=-author` */
export function noteLeftOut(models: readonly Model[], { path, populate }: SelectionRequest, scope: NoteScope): void {
  if (populate.except.length === 0) return
  const options = plainOptions(path === '' ? 'populate' : `${path}[populate]`)
  noteUnknownBranches(
    models,
    populate.except.map(name => ({ name, options })),
    scope,
  )
}

const A_FIELD = 'it is a field of the entry, which is named in fields'
const NO_NAME = 'what is left out stands in a list of names, such as populate[0]=-name'
const NO_LIST = 'a list and names cannot be mixed: write populate[name]=true for each'

/** What the caller has no right to is absent, be it a type or a field of one, but naming it is not a mistake. */
function leadsSomewhere({ uid }: Model, name: string, context: PlanContext): boolean {
  // A list of fields leaves some out of a component.
  const whole = modelOf(context.schema, uid)
  const attribute = whole.attributes.get(name)
  return attribute !== undefined && attribute.kind !== 'scalar' && isOpen(whole, attribute, context)
}

function populatedNames(model: Model, context: PlanContext): readonly string[] {
  return [...model.attributes.values()]
    .filter(attribute => attribute.kind !== 'scalar' && isVisible(model, attribute, context))
    .map(({ name }) => name)
}

// Which of several wrong names is reported. Strapi goes through a part of a query once per reason: names that do not exist come
// first, then zones, morph relations and relations. Hidden names count among those that do not exist, so that nobody learns of them.

const REASONS = ['unknown', 'zone', 'morph', 'linked'] as const

class WrongName extends PopulusError {
  readonly rank: number

  constructor({ data, hint }: PopulusError, reason: (typeof REASONS)[number]) {
    super('invalidParameter', data, { hint })
    this.rank = REASONS.indexOf(reason)
  }
}

export function wrongName(name: string, model: Model, path: string, context: PlanContext): PopulusError {
  const kind = visibleAttribute(model, name, context)?.kind
  const reason = kind === 'zone' || kind === 'morph' ? kind : kind === undefined ? 'unknown' : 'linked'
  return new WrongName(invalidParameter(name, model, path, context), reason)
}

/** Resolves all items, or throws the error that is reported first. */
export function resolveNames<T, R>(items: readonly T[], resolve: (item: T, index: number) => R): readonly R[] {
  let first: unknown
  const resolved: R[] = []
  for (const [index, item] of items.entries()) {
    try {
      resolved.push(resolve(item, index))
    } catch (error) {
      if (first === undefined || rankOf(error) < rankOf(first)) first = error
    }
  }
  if (first !== undefined) throw first
  return resolved
}

/** Other errors come after all names. */
function rankOf(error: unknown): number {
  return error instanceof WrongName ? error.rank : REASONS.length
}
