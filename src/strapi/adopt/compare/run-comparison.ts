/** Asks a running Strapi and Populus the same questions and reports every difference with its reason. */
import { deepFreeze } from '../../../config/deep-freeze.ts'
import type { Schema } from '../../../schema/schema.ts'
import type { CustomRoute } from '../../run/requests/collect-endpoints.ts'
import type { DifferenceId } from '../differences.ts'
import { differingPaths, likeness } from './compare-bodies.ts'
import type { ComparedCase, CompareReport } from './compare-report.ts'
import { type ExplainContext, explainDifference } from './explain-difference.ts'
import type { Answer, Ask, Question } from './question.ts'
import type { ReadLog } from './read-access-log.ts'
import { routeQuestions } from './route-questions.ts'
import { firstQuestion, generalQuestions, type SampleEntry, type TypeInput, typeQuestions } from './schema-questions.ts'
import { valueFacts } from './value-differences.ts'

export interface ComparisonInput {
  readonly strapi: { readonly address: string; readonly ask: Ask }
  readonly populus: { readonly address: string; readonly ask: Ask }
  readonly schema: Schema
  readonly prefix: string
  readonly locales: readonly string[]
  /** Whether the database has related entries without a position. */
  readonly unordered: boolean
  readonly log: ReadLog | null
  /** What the code of the project answers itself. */
  readonly routes: readonly CustomRoute[]
  /** The methods with which it is asked. */
  readonly methods: ReadonlySet<string>
  /** How many questions at most are made from the schema and the routes. */
  readonly limit: number
  /** Called after each question. How many there will be is an estimate. */
  readonly progress?: (asked: number, total: number) => void
}

const MOST_CASES = 500

export async function runComparison(input: ComparisonInput): Promise<CompareReport> {
  const types = [...input.schema.types.values()].filter(({ userDefined }) => userDefined)
  const general = generalQuestions(input.prefix)
  const logged = input.log?.questions ?? []
  const estimate = types.map(type => 1 + typeQuestions({ ...input, type }, []).length)
  const total = general.length + input.routes.length + logged.length + estimate.reduce((sum, count) => sum + count, 0)
  const run = new Comparison(input, Math.min(input.limit + logged.length, total))
  for (const question of general) await run.compare(question)
  for (const type of types) await run.compareType({ ...input, type })
  await run.compareRoutes()
  for (const question of logged) await run.compare(question)
  return run.report()
}

class Comparison {
  readonly #input: ComparisonInput
  readonly #context: ExplainContext
  readonly #counts = { asked: 0, same: 0, keyOrder: 0, explained: 0, unknown: 0, closed: 0 }
  readonly #reasons: Partial<Record<DifferenceId, number>> = {}
  readonly #unreadable: string[] = []
  readonly #expected: number
  readonly #samples = new Map<string, readonly SampleEntry[]>()
  #cases: ComparedCase[] = []

  /** `expected` is about how many questions there will be. */
  constructor(input: ComparisonInput, expected: number) {
    const { strapi, populus, schema, unordered } = input
    this.#input = input
    this.#expected = expected
    this.#context = { strapi: strapi.ask, populus: populus.ask, schema, facts: valueFacts(schema, unordered) }
  }

  /** A type that may not be read has one answer to all questions. */
  async compareType(input: TypeInput): Promise<void> {
    if (this.#counts.asked >= this.#input.limit) return
    const { body, status } = await this.compare(firstQuestion(input))
    if (status === 200) this.#samples.set(input.type.uid, sampleOf(body))
    if (status === 401 || status === 403) this.#unreadable.push(input.type.uid)
    else if (status === 200 || status === 404)
      for (const question of typeQuestions(input, sampleOf(body))) {
        if (this.#counts.asked >= this.#input.limit) return
        await this.compare(question)
      }
  }

  async compareRoutes(): Promise<void> {
    for (const question of routeQuestions({ ...this.#input, samples: this.#samples })) {
      if (this.#counts.asked >= this.#input.limit) return
      await this.compare(question)
    }
  }

  /** Returns the answer of Strapi. */
  async compare(question: Question): Promise<Answer> {
    const [strapi, populus] = await this.#ask(question)
    this.#counts.asked++
    this.#input.progress?.(this.#counts.asked, Math.max(this.#counts.asked, this.#expected))
    const found = likeness(strapi, populus)
    if (found === 'same') this.#counts.same++
    else if (found === 'key order') {
      this.#counts.keyOrder++
      this.#keep(question, 'key order', [strapi, populus], [])
    } else await this.#explain(question, strapi, populus)
    return strapi
  }

  #ask(question: Question): Promise<[Answer, Answer]> {
    return Promise.all([this.#context.strapi(question), this.#context.populus(question)])
  }

  /** Asks once more first: somebody may have changed the content between the two answers. */
  async #explain(question: Question, ...before: [Answer, Answer]): Promise<void> {
    const [strapi, populus] = question.method === 'GET' ? await this.#ask(question) : before
    if (likeness(strapi, populus) === 'same') {
      this.#counts.same++
      return
    }
    const reasons = await explainDifference(question, { strapi, populus }, this.#context)
    this.#counts[reasons === null ? 'unknown' : 'explained']++
    for (const reason of reasons ?? []) this.#reasons[reason] = (this.#reasons[reason] ?? 0) + 1
    if (reasons?.includes('code-not-run')) this.#counts.closed++
    this.#keep(question, reasons === null ? 'unknown' : 'explained', [strapi, populus], reasons ?? [])
  }

  #keep(
    { method, path, from }: Question,
    outcome: ComparedCase['outcome'],
    [strapi, populus]: readonly [Answer, Answer],
    reasons: readonly DifferenceId[],
  ): void {
    const status = { strapi: strapi.status, populus: populus.status }
    const paths = outcome === 'key order' ? [] : differingPaths(strapi.body, populus.body)
    this.#cases.push({ method, path, from, outcome, status, reasons, paths })
    if (this.#cases.length > MOST_CASES) this.#cases = inOrder(this.#cases).slice(0, MOST_CASES)
  }

  report(): CompareReport {
    const { strapi, populus, log } = this.#input
    return deepFreeze<CompareReport>({
      version: 1,
      strapi: strapi.address,
      populus: populus.address,
      ...this.#counts,
      unreadable: this.#unreadable,
      reasons: this.#reasons,
      cases: inOrder(this.#cases),
      log: log === null ? null : { lines: log.lines, unreadable: log.unreadable, passedOver: log.passedOver },
    })
  }
}

const RANKS = { unknown: 0, explained: 1, 'key order': 2 } as const

const inOrder = (cases: readonly ComparedCase[]): ComparedCase[] =>
  cases.toSorted((a, b) => RANKS[a.outcome] - RANKS[b.outcome])

function sampleOf(body: unknown): readonly SampleEntry[] {
  const { data } = (body ?? {}) as { readonly data?: unknown }
  return Array.isArray(data) ? (data as readonly SampleEntry[]).slice(0, 5) : []
}
