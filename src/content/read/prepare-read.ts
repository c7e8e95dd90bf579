/** Query string -> statements and serializer: parsed, planned and compiled once, then taken from the cache. */
import { PopulusError } from '../../errors.ts'
import type { Access } from '../../plan/access.ts'
import type { Comparison } from '../../plan/plan-context.ts'
import { notAPlace } from '../../plan/read/list-place.ts'
import { planRead } from '../../plan/read/plan-read.ts'
import type { ReadPlan, ShownPlan } from '../../plan/read/read-plan.ts'
import { isById, type ReadTarget, showsDraftsById } from '../../plan/read/read-target.ts'
import { asksDeep } from '../../query/parse-populate.ts'
import { listRequest, readRequest } from '../../query/parse-query.ts'
import { parseText } from '../../query/parse-text.ts'
import { isBlank, isList, isObject, type QueryObject, type QueryValue } from '../../query/query-value.ts'
import type { ReadRequest } from '../../query/read-request.ts'
import type { ContentType } from '../../schema/schema.ts'
import { compileRead, onlyIds } from '../../sql/compile-read.ts'
import { compileShown } from '../../sql/compile-shown.ts'
import { columnsName } from '../../sql/entries/entry-columns.ts'
import { isPossible } from '../../sql/places/compile-place.ts'
import { listSize, programSize, shownSize } from '../../sql/program-size.ts'
import type { ReadProgram } from '../../sql/read-program.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import { withinStack } from '../../util/process/within-stack.ts'
import { sha256 } from '../../util/sha256.ts'
import {
  compileAnswerSerializer,
  compileFrame,
  compileShownSerializer,
  type SerializerInput,
} from '../../wire/answer-serializer.ts'
import type { ContentContext } from '../content-context.ts'
import { listScan } from './columns/list-scan.ts'
import { type AnsweringParts, type PreparedRead, type PreparedShown, preparedRead } from './prepared-read.ts'
import { countedQuery } from './query-shape.ts'
import { type CutQuery, cutValues } from './shapes/cut-values.ts'
import { type PlannedShape, placeComparisons, withValues } from './shapes/planned-shape.ts'

/** Its answer has links to other pages, but only if the query is part of the address. */
const HAS_PLACE = /after|before|links/

export interface ReadInput {
  readonly type: ContentType
  readonly access: Access
  /** The query string without its question mark. */
  readonly search: string
  /** The same query as nested values, if it was never text; `search` is then only a name for it. */
  readonly query?: QueryObject
  /** The longest query, in bytes, where it is not part of an address. */
  readonly queryLength?: number
}

/** A query of the server itself, which never was text. */
export function asValues(query: QueryObject): Pick<ReadInput, 'query' | 'search'> {
  return { query, search: JSON.stringify(query) }
}

/** Throws a PopulusError for an invalid query; such queries are not kept. */
export async function prepareRead(
  context: ContentContext,
  input: ReadInput,
  target: ReadTarget,
): Promise<PreparedRead> {
  const { type, access, search } = input
  const defaultLocale = await context.defaultLocale()
  const text = `${formOf(input)} ${access.fingerprint} ${type.uid} ${targetName(target)} ${defaultLocale} ${search}`
  const cut = mayHaveShape(input, target) ? cutValues(search) : null
  const shape = cut === null ? '' : `${access.fingerprint} ${type.uid} ${defaultLocale} ${cut.shape}`
  const { queries, shapes } = context.plans
  const planned = cut === null ? undefined : shapes.get(shape)
  const same = planned && withValues(planned, { cut: cut!, search, limits: context.limits, key: () => shortName(text) })
  if (same !== undefined) return same
  const known = queries.get(text)
  if (known !== undefined) return known
  const locales =
    FALLS_BACK.test(search) || input.query?.fallback !== undefined ? await context.localeCodes() : undefined
  const prepared = withinStack(
    () => prepare(context, input, { target, defaultLocale, locales, cut, key: shortName(text) }),
    () => new PopulusError('tooManyLevels'),
  )
  const size = sizeOf(prepared.query, search)
  // What is kept of a shape is enough to answer this query, too.
  if (prepared.shape !== null) shapes.set(shape, prepared.shape, size)
  else queries.set(text, prepared.query, size)
  return prepared.query
}

/** Only then does the text say all about the list, and nothing but filters has values of its own. */
function mayHaveShape(input: ReadInput, target: ReadTarget): boolean {
  const isList = target.kind === 'collection' && target.among === undefined
  return isList && isInAddress(input) && input.search.includes('filters') && !FALLS_BACK.test(input.search)
}

/** A query without the parts that it shares with others, and each condition of its list, of which a parameter of filters has one. */
const QUERY_BYTES = 3000
const CONDITION_BYTES = 900

function sizeOf(prepared: PreparedRead, search: string): number {
  if (prepared.shown === null) return programSize(prepared.program)
  return QUERY_BYTES + search.length * 2 + search.split('filters').length * CONDITION_BYTES
}

/** Only then does a query name locales that must exist. */
const FALLS_BACK = /fallback/

interface Preparation {
  readonly target: ReadTarget
  readonly defaultLocale: string
  readonly locales: ReadonlySet<string> | undefined
  /** `null` if no other query may have its shape. */
  readonly cut: CutQuery | null
  readonly key: string
}

interface Prepared {
  readonly query: PreparedRead
  /** For queries with other values; `null` if there are none. */
  readonly shape: PlannedShape | null
}

function prepare(context: ContentContext, input: ReadInput, preparation: Preparation): Prepared {
  const { type, access, search, queryLength } = input
  const { target, defaultLocale, locales, key, cut } = preparation
  const { dialect, limits, schema, settings, database, plans } = context
  const within = queryLength === undefined ? limits : { ...limits, queryLength }
  const query = input.query ?? parseText(search, within, dialect.typosAreErrors ? 'kept' : 'dropped')
  const name = shownName(query, input, { ...preparation, dialect })
  const known = name === null ? undefined : plans.shown.get(name)
  const request: ReadRequest =
    known === undefined ? readRequest(query, limits, dialect) : { ...listRequest(query, limits), ...known.request }
  const statistics = context.statistics.current()
  const comparisons: Comparison[] = []
  const compared = cut === null ? undefined : (comparison: Comparison) => comparisons.push(comparison)
  const planned = { schema, access, dialect, settings, defaultLocale, locales, statistics, compared }
  const plan = planRead(request, type, target, planned, known?.plan)
  checkPlace(plan, database.dialect)
  // What `deep` stands for also depends on the list.
  const isShared = name !== null && !asksDeep(request.selection)
  const shown = known ?? (isShared ? keepShown(context, name, request, plan.shown) : null)
  const use = countedQuery(context, { type, query, target, plan })
  const compile = (onlyFinds: boolean) => compileKept(context, onlyFinds ? onlyIds(plan) : plan, onlyFinds, shown)
  const answering = (of: ReadPlan, address: string | null): AnsweringParts => ({
    scan: () => (context.columns?.isFor(of.entry.model) === true ? listScan(of, database.dialect) : null),
    frame: program => compileFrame(program, database.wire, address),
    serializer: (program, frameOf) => compileAnswerSerializer(program, serializerInput(context), frameOf, shown?.write),
  })
  const parts = { key, plan, shown, use, compile, ...answering(plan, isInAddress(input) ? search : null) }
  const placed = cut === null || shown === null ? null : placeComparisons(cut, plan.where, comparisons)
  const shape = placed && { plan, shown: shown!, use, compile: once(compile), answering, comparisons: placed }
  return { query: preparedRead(parts), shape }
}

function once(compile: (onlyFinds: boolean) => ReadProgram): (onlyFinds: boolean) => ReadProgram {
  const made = new Map<boolean, ReadProgram>()
  return onlyFinds => {
    const program = made.get(onlyFinds) ?? compile(onlyFinds)
    made.set(onlyFinds, program)
    return program
  }
}

/** The statements of a list are those of other lists of its shape. */
function compileKept(
  { database, plans }: ContentContext,
  plan: ReadPlan,
  onlyFinds: boolean,
  shown: PreparedShown | null,
): ReadProgram {
  return compileRead(plan, database.dialect, {
    shown: shown?.program,
    list: ({ key: shape }, compile) => {
      if (shape === null || (shown === null && !onlyFinds)) return compile()
      const name = `${onlyFinds ? '' : shown!.columns} ${shape}`
      const known = plans.lists.get(name)
      if (known !== undefined) return known
      const list = compile()
      plans.lists.set(name, list, listSize(list))
      return list
    },
  })
}

/** Targets whose entries may be shown in any list. */
const SHARED: readonly ReadTarget['kind'][] = ['collection', 'entry', 'single', 'first', 'unique']

/** Names everything that decides what is shown of an entry; `null` if no other query shows the same. */
function shownName(
  { fields, populate, publicationState, format, fallback, locale, sort, filters }: QueryObject,
  { type, access }: ReadInput,
  { target, defaultLocale, dialect }: Preparation & Pick<ContentContext, 'dialect'>,
): string | null {
  if (!SHARED.includes(target.kind)) return null
  const chain = isBlank(fallback) ? undefined : { fallback, locale, byId: isById(target), defaultLocale }
  const isSorted = dialect.sortedKeysFirst && !isBlank(sort) && !isById(target)
  const wanted = {
    // Decides the order of keys.
    sorted: isSorted ? { sort, joined: namesRelated(filters, type) } : undefined,
    fields,
    populate,
    publicationState,
    format,
    chain,
    drafts: dialect.draftsById && showsDraftsById(target),
  }
  return `${access.fingerprint} ${type.uid} ${JSON.stringify(wanted)}`
}

/** Whether filters name anything but values of the entry itself. */
function namesRelated(filters: QueryValue | undefined, type: ContentType): boolean {
  if (isList(filters)) return filters.some(item => namesRelated(item, type))
  if (!isObject(filters)) return false
  return Object.entries(filters).some(([name, value]) => {
    const kind = type.attributes.get(name)?.kind
    return kind === undefined ? namesRelated(value, type) : kind !== 'scalar'
  })
}

function keepShown(context: ContentContext, name: string, request: ReadRequest, plan: ShownPlan): PreparedShown {
  const { selection, format, publicationState, fallback, misspeltOptions } = request
  const program = compileShown(plan, context.database.dialect)
  const shown: PreparedShown = {
    key: shortName(name),
    columns: shortName(columnsName(plan.entry)),
    request: { selection, format, publicationState, fallback, misspeltOptions },
    plan,
    program,
    write: compileShownSerializer(program, serializerInput(context), plan.flat),
    isMostlyKept: undefined,
  }
  context.plans.shown.set(name, shown, shownSize(program))
  return shown
}

export function serializerInput({ database, limits, output, markFiles = false }: ContentContext): SerializerInput {
  return { wire: database.wire, limits, output, markFiles }
}

/** Texts that are equal mean the same only in the same form: anybody can send the name of nested values as an address. */
function formOf(input: ReadInput): 'values' | 'address' | 'body' {
  if (input.query !== undefined) return 'values'
  return isInAddress(input) || !HAS_PLACE.test(input.search) ? 'address' : 'body'
}

function isInAddress({ query, queryLength }: ReadInput): boolean {
  return query === undefined && queryLength === undefined
}

function shortName(text: string): string {
  return sha256(text, 'base64url').slice(0, 16)
}

/** Only the database's dialect knows which keys its columns can have. */
function checkPlace({ page, order }: ReadPlan, dialect: SqlDialect): void {
  const isForged = page?.kind === 'cursor' && page.place !== null && !isPossible(page.place, order, dialect)
  if (isForged) throw notAPlace(page.direction)
}

function targetName(target: ReadTarget): string {
  if (target.kind === 'unique') return `${target.field}:${encodeURIComponent(target.value)}`
  return target.kind === 'collection' && target.among !== undefined ? JSON.stringify(target) : target.kind
}
