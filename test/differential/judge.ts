/**
 * Are two answers the same, and if not, does a ruling explain it? A ruling explains a difference when Strapi, asked in
 * words that say what the ruling promises, gives our answer (see `rewrite.ts`); what words cannot say is compared along
 * the plan (see `compare.ts`).
 */

import { DEFAULT_LIMITS } from '../../src/config/config.ts'
import type { PlanContext } from '../../src/plan/plan-context.ts'
import { planRead } from '../../src/plan/read/plan-read.ts'
import type { PagePlan, ReadPlan } from '../../src/plan/read/read-plan.ts'
import { WIRE_DIALECTS } from '../../src/plan/wire-dialect.ts'
import { parseQuery } from '../../src/query/parse-query.ts'
import { parseText } from '../../src/query/parse-text.ts'
import { attempt, isProblem, type PopulateBranch, type SelectionRequest } from '../../src/query/read-request.ts'
import type { Answer } from '../conformance/cases.ts'
import type { Query, QueryPart } from '../properties/query-generator.ts'
import { serialise } from '../properties/serialise.ts'
import type { Client } from '../support/databases.ts'
import { type Comparison, compareEntries, type Json, Mismatch, PER_PARENT, same, sliceOf } from './compare.ts'
import { withoutMorphsOff } from './morph-off.ts'
import { hasCollision } from './normal-filters.ts'
import type { Ask, CallerName } from './peers.ts'
import { type DifferentialRequest, pathOfRequest } from './requests.ts'
import { AS_ASKED, filterModel, namesHidden, rewrite, type Understood, type Wording } from './rewrite.ts'

export type Verdict =
  | { readonly kind: 'equal' }
  | { readonly kind: 'explained'; readonly rulings: readonly string[] }
  | { readonly kind: 'unexplained'; readonly problem: string; readonly ours: Answer; readonly real: Answer }

export interface Judge {
  readonly ours: Ask
  readonly real: Ask
  readonly client: Client
  readonly contextOf: (caller: CallerName) => PlanContext
}

const STATEMENTS = {
  failure: '5: 400 with the name of the parameter instead of 500',
  orderWord: '5: the refusal of a sort names the relation, not the order word behind it',
  numbers: '5: a number beyond all numbers is refused',
  fraction: '5: a fraction is refused as a page',
  prototype: '5: names that all objects of JavaScript have are refused like other unknown ones',
  unnoticed: '5: bad input is refused also where Strapi has nothing to use it on',
  hidden: '6: what is asked of hidden attributes is not looked at',
  commas: '6: a hidden name does not take the names behind its comma with it',
  morphObjects: '3.3: populate below a morph relation works in all of its forms',
  morphOff: '3.1: `false` leaves a morph relation out',
  works: '5: filters and counts that Strapi fails on work',
  twice: '5: of two names that are wrong, either may be the one that is told',
  populateStar: '5: `*` in a list of populate works',
  order: '7: ties and unsorted lists are in the order of ids',
  keys: '31: a key shows its own value only, whatever the entries are sorted by',
  drafts: '6: drafts do not come out below `on` and morph relations',
  search: '6: `_q` does not look into private fields',
  groups: '10: group operators do not overwrite each other',
  selection: '13: the empty selection is `id` only',
} as const

export async function judge(request: DifferentialRequest, judge: Judge): Promise<Verdict> {
  const path = pathOfRequest(request)
  const [ours, real] = await Promise.all([judge.ours(request.caller, path), judge.real(request.caller, path)])
  if (same(ours, real)) return { kind: 'equal' }
  const unexplained = (problem: string): Verdict => ({ kind: 'unexplained', problem, ours, real })
  if (real.status === 500 && isRefusal(ours, path)) return { kind: 'explained', rulings: [STATEMENTS.failure] }
  if (namesOrderWord(ours, real)) return { kind: 'explained', rulings: [STATEMENTS.orderWord] }
  if (isBeyondNumbers(ours, path)) return { kind: 'explained', rulings: [STATEMENTS.numbers] }
  if (isPrototypeName(ours)) return { kind: 'explained', rulings: [STATEMENTS.prototype] }
  if (isFraction(ours, real)) return { kind: 'explained', rulings: [STATEMENTS.fraction] }
  if (namesTwo(ours, real, path)) return { kind: 'explained', rulings: [STATEMENTS.twice] }
  const apart = await mistakesApart(request, { ours, real }, judge)
  if (apart !== null) return apart
  if (ours.status === 400) {
    const hidden = await refusesHidden(request, { ours, real }, judge)
    if (hidden.length > 0) return { kind: 'explained', rulings: hidden }
    if (await isUnnoticed(request, { ours, real }, judge)) return { kind: 'explained', rulings: [STATEMENTS.unnoticed] }
  }
  if (ours.status !== 200 && ours.status !== 404) return unexplained('status')
  try {
    const { schema } = judge.contextOf(request.caller)
    const query = withoutMorphsOff(request.query, request.type, schema)
    if (same(query, request.query)) return { kind: 'explained', rulings: await explain(request, { ours, real }, judge) }
    const without = { ...request, query }
    const answers = { ours, real: await judge.real(request.caller, pathOfRequest(without)) }
    const others = same(answers.ours, answers.real) ? [] : await explain(without, answers, judge)
    return { kind: 'explained', rulings: [STATEMENTS.morphOff, ...others] }
  } catch (error) {
    if (error instanceof Mismatch) return unexplained(error.message)
    throw error
  }
}

/** A 400 that says which parameter is wrong, or in Strapi's own words that it is no date. */
function isRefusal({ status, body }: Answer, path: string): boolean {
  const { error } = body as { error?: { name: string; message: string; details: object } }
  if (status !== 400 || error?.name !== 'ValidationError' || !same(error.details, {})) return false
  const parameter = /(?:Invalid value for|Invalid parameter) ([$\w]+)/.exec(error.message)?.[1]
  return error.message === NO_DATE || (parameter !== undefined && path.includes(parameter))
}

const NO_DATE = 'Invalid format, expected a timestamp or an ISO date'

/** Strapi checks the branches of populate at the same time; a mistake further up is found first. */
function namesTwo(ours: Answer, real: Answer, path: string): boolean {
  const names = [ours, real].map(answer => /^Invalid parameter (\S+)$/.exec(messageOf(answer))?.[1])
  if (ours.status !== 400 || real.status !== 400) return false
  // What only its database would refuse comes after a date that is none.
  if (messageOf(real) === NO_DATE) return messageOf(ours) !== NO_DATE && isRefusal(ours, path)
  return names.every(name => name !== undefined && path.includes(name))
}

/**
 * Both refuse, for different parameters of the root: each mistake by itself must be answered alike, or differ for a reason
 * of its own, and the one that Strapi tells must be the one that we find once the other is gone.
 */
async function mistakesApart(
  request: DifferentialRequest,
  { ours, real }: Answers,
  bench: Judge,
): Promise<Verdict | null> {
  const name = /^Invalid value for (\w+)/.exec(messageOf(ours))?.[1]
  if (ours.status !== 400 || real.status !== 400 || name === undefined || request.query[name] === undefined) return null
  const { [name]: refused, ...others } = request.query
  const [without, alone] = [
    { ...request, query: others },
    { ...request, query: { [name]: refused! } },
  ]
  if (!same(await bench.ours(request.caller, pathOfRequest(without)), real)) return null
  if (!same(await bench.ours(request.caller, pathOfRequest(alone)), ours)) return null
  const verdict = await judge(alone, bench)
  return verdict.kind === 'explained' ? { ...verdict, rulings: [...verdict.rulings, STATEMENTS.twice] } : null
}

/** Strapi refuses something about a hidden attribute, and without that the same as we do, or fails. */
async function refusesHidden(
  { caller, type, id, query }: DifferentialRequest,
  { ours, real }: Answers,
  bench: Judge,
): Promise<readonly string[]> {
  const { real: ask, contextOf } = bench
  if (real.status !== 400) return []
  const text = serialise(query)
  const request = attempt(() => parseQuery(text, DEFAULT_LIMITS, WIRE_DIALECTS.strapi4))
  if (isProblem(request)) return []
  const raw = parseText(text, DEFAULT_LIMITS)
  const understood: Understood = { request, raw, type, context: contextOf(caller), publicationState: 'preview' }
  if (!namesHidden(understood)) return []
  const visible: DifferentialRequest = { caller, type, id, query: rewrite(understood, AS_ASKED) }
  const without = await ask(caller, pathOfRequest(visible))
  if (same(without, ours)) return [STATEMENTS.hidden]
  if (without.status === 500) return [STATEMENTS.hidden, STATEMENTS.failure]
  const unnoticed = await isUnnoticed(visible, { ours, real: without }, bench)
  return unnoticed ? [STATEMENTS.hidden, STATEMENTS.unnoticed] : []
}

/** Strapi found no entry to use the bad input on; where there are entries, it refuses it too, or fails. */
async function isUnnoticed(
  request: DifferentialRequest,
  { ours, real }: Answers,
  { real: ask }: Judge,
): Promise<boolean> {
  if (real.status !== 200 && real.status !== 404) return false
  const { caller, type, query } = request
  const { fields, filters, populate, sort } = query
  const branch = populate === undefined ? undefined : branchOf(populate, messageOf(ours))
  const refused = /^Invalid parameter (\S+)$/.exec(messageOf(ours))?.[1]
  const named = refused === undefined ? undefined : withFiltersThatName(populate, refused)
  for (const words of [
    { fields, populate, sort },
    { fields, filters, populate, sort },
    ...(branch === undefined ? [] : [{ populate: branch }]),
    ...(named === undefined ? [] : [{ populate: named }]),
  ]) {
    const whole = { type, id: null, query: present({ ...words, ...EVERYTHING }) }
    const answer = await ask(caller, pathOfRequest(whole))
    if (answer.status === 500 || same(answer, ours)) return true
  }
  if (await isBelowNothing(request, ask)) return true
  if (!messageOf(ours).startsWith('Invalid value for populate')) return false
  return (
    real.status === 404 ||
    entriesOf(await ask(caller, pathOfRequest({ type, id: null, query: EVERYTHING }))).length === 0
  )
}

/** The same whether filters below `on` let all or nothing through: there is nothing that they could be used on. */
async function isBelowNothing({ caller, type, query: { populate } }: DifferentialRequest, ask: Ask): Promise<boolean> {
  const answers = [{ id: { $notNull: 'true' } }, { id: '0' }].map(filters => {
    const query = present({ populate: withFiltersBelowOn(populate, filters), ...EVERYTHING })
    return ask(caller, pathOfRequest({ type, id: null, query }))
  })
  const [all, none] = await Promise.all(answers)
  return isFilteredBelowOn(populate) && all!.status === 200 && same(all, none)
}

function isFilteredBelowOn(part: QueryPart | undefined): boolean {
  return isObject(part) && JSON.stringify(withFiltersBelowOn(part, { id: '0' })) !== JSON.stringify(part)
}

function withFiltersBelowOn(part: QueryPart | undefined, filters: Query): QueryPart | undefined {
  if (!isObject(part)) return part
  const entries = Object.entries(part).map(([name, inner]) => {
    if (name !== 'on' || !isObject(inner)) return [name, withFiltersBelowOn(inner, filters)!] as const
    const branches = Object.entries(inner).map(([uid, options]) =>
      isObject(options) && options.filters !== undefined ? [uid, { ...options, filters }] : [uid, options],
    )
    return [name, Object.fromEntries(branches) as QueryPart] as const
  })
  return Object.fromEntries(entries)
}

/** Of populate, only the branch in whose filters we found the bad input: filters further up may leave it no entries. */
function branchOf(populate: QueryPart, message: string): QueryPart | undefined {
  const path = /^Invalid value for populate((?:\[[^\]]+\])+):/.exec(message)?.[1]
  const names = path?.slice(1, -1).split('][') ?? []
  const end = names.indexOf('filters')
  const along = (part: QueryPart | undefined, [name, ...rest]: readonly string[]): QueryPart | undefined => {
    if (name === undefined) return part
    const inner = isObject(part) ? along(part[name], rest) : undefined
    return inner === undefined ? undefined : { [name]: inner }
  }
  return end === -1 ? undefined : along(populate, names.slice(0, end + 1))
}

/** Populate without filters that do not name what we refused: they may leave no entries to use the others on. */
function withFiltersThatName(part: QueryPart | undefined, name: string): QueryPart | undefined {
  if (!isObject(part)) return part
  const kept = Object.entries(part).filter(
    ([key, inner]) => key !== 'filters' || JSON.stringify(inner).includes(`"${name}":`),
  )
  return Object.fromEntries(
    kept.map(([key, inner]) => [key, key === 'filters' ? inner : withFiltersThatName(inner, name)!]),
  )
}

function isObject(part: QueryPart | undefined): part is { readonly [key: string]: QueryPart } {
  return typeof part === 'object' && part !== null && !Array.isArray(part)
}

/** Every entry there is. */
const EVERYTHING: Query = { publicationState: 'preview', locale: 'all', pagination: { pageSize: '100' } }

function present(query: Readonly<Record<string, QueryPart | undefined>>): Query {
  return Object.fromEntries(
    Object.entries(query).filter((entry): entry is [string, QueryPart] => entry[1] !== undefined),
  )
}

/** `populate=a,b` as `populate[0]=a&populate[1]=b`, everywhere. */
function withoutCommas<T extends QueryPart>(part: T, key?: string): T {
  if (typeof part === 'string') return (key === 'populate' && part.includes(',') ? part.split(',') : part) as T
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return part
  const entries = Object.entries(part as Query)
  return Object.fromEntries(entries.map(([name, inner]) => [name, withoutCommas(inner, name)])) as T
}

function isPrototypeName(ours: Answer): boolean {
  const name = /^Invalid parameter (\w+)$/.exec(messageOf(ours))?.[1]
  return ours.status === 400 && name !== undefined && name in Object.prototype
}

/** What Strapi makes of a fraction as the page depends on what else was asked. */
function isFraction(ours: Answer, real: Answer): boolean {
  const refused = /^Invalid value for pagination\[page\]: expected a whole number, got "(-?\d+\.\d+)"$/.exec(
    messageOf(ours),
  )
  if (ours.status !== 400 || refused === null) return false
  const { pagination } = (metaOf(real) ?? {}) as { pagination?: { page?: number } }
  return messageOf(real).endsWith(`received: ${refused[1]}`) || String(pagination?.page) === refused[1]
}

/** Pages beyond every list are empty; what Strapi makes of such numbers depends on how they are written. */
function isBeyondNumbers(ours: Answer, path: string): boolean {
  const { pagination } = (metaOf(ours) ?? {}) as { pagination?: { page?: number; start?: number } }
  if ((pagination?.page ?? pagination?.start ?? 0) > Number.MAX_SAFE_INTEGER) return entriesOf(ours).length === 0
  const value = /^Invalid value for (.+): expected a whole number, got "(\d{17,})"$/.exec(messageOf(ours))
  return isRefusal(ours, path) && value !== null && path.includes(`${value[1]}=${value[2]}`)
}

/** `sort=author:DESC` is refused by both; Strapi takes the word for an attribute. */
function namesOrderWord(ours: Answer, real: Answer): boolean {
  const { error } = real.body as { error?: { message: string } }
  if (ours.status !== 400 || !/^Invalid parameter (asc|desc)$/i.test(error?.message ?? '')) return false
  const renamed = JSON.stringify(real.body).replace(/Invalid parameter (asc|desc)/i, messageOf(ours))
  return real.status === 400 && JSON.stringify(ours.body) === renamed
}

function messageOf({ body }: Answer): string {
  return (body as { error?: { message: string } }).error?.message ?? ''
}

interface Answers {
  readonly ours: Answer
  readonly real: Answer
}

async function explain(
  { caller, type, id, query }: DifferentialRequest,
  { ours, real }: Answers,
  { real: ask, client, contextOf }: Judge,
): Promise<readonly string[]> {
  const context = contextOf(caller)
  const text = serialise(query)
  const request = parseQuery(text, DEFAULT_LIMITS, WIRE_DIALECTS.strapi4)
  const kind = id !== null ? 'entry' : type.single ? 'single' : 'collection'
  const plan = planRead(request, type, { kind }, context)
  const { publicationState: asked } = request
  const publicationState = kind === 'entry' || isProblem(asked) ? 'preview' : asked
  const understood: Understood = { request, raw: parseText(text, DEFAULT_LIMITS), type, context, publicationState }
  const rulings = new Set<string>()
  const askFor = (words: Query) => ask(caller, pathOfRequest({ type, id, query: words }))

  // In the same words, written down again, Strapi says the same; or the words are ones that it fails on.
  const collides = request.filters !== null && hasCollision(request.filters as QueryPart, filterModel([type], context))
  let base: Wording = collides ? { ...AS_ASKED, filters: 'normal' } : AS_ASKED
  let known = await askFor(rewrite(understood, AS_ASKED))
  if (real.status === 200) {
    if (!same(known, real)) {
      const objects = await askFor(rewrite(understood, { ...AS_ASKED, morphs: 'objects' }))
      if (same(objects, real)) rulings.add(STATEMENTS.morphObjects)
      else if (namesHidden(understood) && same(known, await askFor(withoutCommas(query))))
        rulings.add(STATEMENTS.commas)
      else throw new Mismatch('Strapi understands the request in another way than we do')
    }
    if (collides) {
      const apart = await askFor(rewrite(understood, base))
      if (!same(apart, known)) rulings.add(STATEMENTS.groups)
      known = apart
    }
  } else if (real.status === 500 || (real.status === 400 && known.status === 500 && namesHidden(understood))) {
    if (real.status === 400) rulings.add(STATEMENTS.hidden)
    if (known.status === 200) rulings.add(namesHidden(understood) ? STATEMENTS.hidden : STATEMENTS.populateStar)
    else {
      base = { ...AS_ASKED, filters: 'normal', counts: 'bare' }
      known = await askFor(rewrite(understood, base))
      if (known.status === 200 || same(known, ours)) rulings.add(STATEMENTS.works)
    }
  } else if (isEmptySelection(real) && known.status === 200) rulings.add(STATEMENTS.selection)
  else if (real.status === 400 && (known.status === 200 || same(known, ours)) && namesHidden(understood))
    rulings.add(STATEMENTS.hidden)
  if (same(known, ours)) return named(rulings)
  if (known.status !== 200 || ours.status !== 200) throw new Mismatch('status')

  const stable: Wording = { ...base, sort: 'stable', paging: 'none', drafts: 'inherited', morphs: 'on' }
  const changes = async (before: Wording, after: Wording) => {
    const [first, second] = [rewrite(understood, before), rewrite(understood, after)]
    return !same(first, second) && !same(await askFor(first), await askFor(second))
  }
  if (await changes(base, { ...base, sort: 'stable' })) rulings.add(STATEMENTS.order)
  if (await changes(base, { ...base, paging: 'none' })) rulings.add(PER_PARENT)
  const { morphs } = stable
  if (await changes({ ...base, morphs }, { ...base, morphs, drafts: 'inherited' })) rulings.add(STATEMENTS.drafts)
  const sorted = request.sort.length > 0 || populatesSorted(request.selection)
  const comparison: Comparison = { context, client, order: true, values: !sorted, rulings }
  const page = await pageOf({ understood, plan, wording: stable, askFor, rulings })
  const given = entriesOf(ours)
  compareEntries(given, page.entries, plan, comparison)
  if (!same(metaOf(ours), page.meta))
    throw new Mismatch(`meta: ours ${JSON.stringify(metaOf(ours))}, Strapi ${JSON.stringify(page.meta)}`)
  if (sorted) {
    const words = rewrite(understood, { ...stable, sort: 'none' })
    // Of a single type in several languages, too, the sort chooses the entry.
    const content = await askFor(kind === 'entry' ? words : onlyIds(words, given, type.localized))
    compareEntries(given, entriesOf(content), plan, { ...comparison, order: false, values: true, unsorted: true })
    rulings.add(STATEMENTS.keys)
  }
  // What no list of paths can say, such as a count, Strapi passes over below a morph relation, unless it stands below `on`.
  if (rulings.size === 0 && (await changes(base, { ...base, morphs }))) rulings.add(STATEMENTS.morphObjects)
  return named(rulings)
}

function named(rulings: ReadonlySet<string>): readonly string[] {
  if (rulings.size === 0) throw new Mismatch('no ruling has to do with it')
  return [...rulings]
}

function isEmptySelection({ status, body }: Answer): boolean {
  return status === 400 && messageOf({ status, body }) === 'Invalid parameter '
}

interface PageInput {
  readonly understood: Understood
  readonly plan: ReadPlan
  readonly wording: Wording
  readonly askFor: (words: Query) => Promise<Answer>
  readonly rulings: Set<string>
}

interface Page {
  readonly entries: readonly Json[]
  readonly meta: unknown
}

/** The entries that Strapi shows; where its own page would be another one, cut from its whole list. */
async function pageOf({ understood, plan, wording, askFor, rulings }: PageInput): Promise<Page> {
  const words = rewrite(understood, wording)
  const manyRows = plan.order.some(({ hops }) => hops.some(({ attribute }) => attribute.many))
  const { page } = plan
  if (page === null || (!manyRows && words._q === undefined)) {
    const answer = await askFor(words)
    if (answer.status !== 200) throw new Mismatch(`Strapi answers ${answer.status} to the words of the rulings`)
    return { entries: entriesOf(answer), meta: metaOf(answer) }
  }
  const whole = await wholeList(words, askFor)
  const found = words._q === undefined ? whole : await withoutHiddenHits({ whole, words, understood, askFor })
  if (found.length < whole.length) rulings.add(STATEMENTS.search)
  const entries = sliceOf(found, rangeOf(page))
  return { entries, meta: { pagination: metaFor(page, found.length) } }
}

const MOST_PAGES = 100

/** All pages, each entry at its first place. */
async function wholeList(words: Query, askFor: PageInput['askFor']): Promise<readonly Json[]> {
  const entries = new Map<number, Json>()
  for (let page = 1; page <= MOST_PAGES; page++) {
    const answer = await askFor({ ...words, pagination: { page: String(page), pageSize: '100', withCount: 'false' } })
    if (answer.status !== 200) throw new Mismatch(`Strapi answers ${answer.status} to the words of the rulings`)
    const found = entriesOf(answer)
    for (const entry of found) {
      const { id } = entry as unknown as { id: number }
      if (!entries.has(id)) entries.set(id, entry)
    }
    if (found.length < 100) break
  }
  return [...entries.values()]
}

/** Entries that `_q` finds by something the caller can see. */
async function withoutHiddenHits({
  whole,
  words,
  understood,
  askFor,
}: Omit<PageInput, 'plan' | 'wording' | 'rulings'> & { whole: readonly Json[]; words: Query }): Promise<
  readonly Json[]
> {
  const { localized } = understood.type
  const searched = patternOf(String(words._q))
  const ids = new Set<number>()
  for (let from = 0; from < whole.length; from += 100) {
    const part = whole.slice(from, from + 100)
    const answer = await askFor(onlyIds({ publicationState: 'preview' }, part, localized))
    for (const entry of entriesOf(answer)) {
      const { id, attributes } = entry as unknown as { id: number; attributes: Record<string, Json> }
      const texts = [id, ...Object.values(attributes)].filter(
        value => typeof value === 'string' || typeof value === 'number',
      )
      if (texts.some(value => searched.test(String(value)))) ids.add(id)
    }
  }
  return whole.filter(entry => ids.has((entry as unknown as { id: number }).id))
}

/** An underscore stands for any character. */
function patternOf(search: string): RegExp {
  return new RegExp(search.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll('_', '.'), 'is')
}

function rangeOf(page: PagePlan): { start: number; limit: number; meta: null } {
  if (page.kind === 'cursor') throw new Error('Strapi has no such pages')
  return page.kind === 'page'
    ? { start: (page.page - 1) * page.pageSize, limit: page.pageSize, meta: null }
    : { start: page.start, limit: page.limit, meta: null }
}

function metaFor(page: PagePlan, total: number): object {
  if (page.kind === 'cursor') throw new Error('Strapi has no such pages')
  if (page.kind === 'offset') {
    return { start: page.start, limit: page.limit, ...(page.withCount ? { total } : {}) }
  }
  const counts = page.withCount ? { pageCount: Math.ceil(total / page.pageSize), total } : {}
  return { page: page.page, pageSize: page.pageSize, ...counts }
}

/** The same selection of the given entries, in any order. */
function onlyIds({ fields, populate, publicationState }: Query, entries: readonly Json[], localized: boolean): Query {
  const ids = entries.map(entry => String((entry as unknown as { id: number }).id))
  return {
    ...(fields === undefined ? {} : { fields }),
    ...(populate === undefined ? {} : { populate }),
    ...(publicationState === undefined ? {} : { publicationState }),
    ...(localized ? { locale: 'all' } : {}),
    filters: { id: { $in: ids.length === 0 ? ['0'] : ids } },
    pagination: { pageSize: '100' },
  }
}

function populatesSorted({ populate }: SelectionRequest): boolean {
  return populate.branches.some(branchHasSort)
}

function branchHasSort({ options }: PopulateBranch): boolean {
  return (
    options.kind === 'options' &&
    (options.sort.length > 0 || populatesSorted(options) || (options.on ?? []).some(branchHasSort))
  )
}

function entriesOf({ body }: Answer): readonly Json[] {
  const { data } = body as { data: Json }
  return data === null ? [] : Array.isArray(data) ? data : [data]
}

function metaOf({ body }: Answer): unknown {
  return (body as { meta?: unknown }).meta
}

export function planContextFor(input: Omit<PlanContext, 'dialect'>): PlanContext {
  return { ...input, dialect: WIRE_DIALECTS.strapi4 }
}
