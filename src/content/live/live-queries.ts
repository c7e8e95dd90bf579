/**
 * Questions that are answered again whenever their answer has changed. Everybody who asks the same with the same rights
 * shares one evaluation, and a change that touches nothing of an answer causes none: `read` says from what is kept that it is
 * still right.
 */
import { PopulusError } from '../../errors.ts'
import { Slices } from '../../util/process/slices.ts'
import type { ContentContext } from '../content-context.ts'
import type { AnswerName, Client, Question, Reading } from '../read/read.ts'

/** What listeners get. */
export type LiveEvent =
  | { readonly kind: 'answer'; readonly tag: string; readonly body: Buffer }
  /** The question cannot be answered at the moment, for example because the entry is gone. */
  | { readonly kind: 'failed'; readonly error: PopulusError }

export interface LiveQuestion {
  /** Equal for questions that have the same answer. */
  readonly key: string
  readonly question: Question
  /** Whether the answer depends on the time. */
  readonly timed: boolean
  /** `remembered` is the name that an earlier answer had. */
  readonly answer: (
    context: ContentContext,
    question: Question,
    client: Client,
    remembered?: AnswerName,
  ) => Promise<Reading>
}

export interface LiveInput {
  readonly context: ContentContext
  /** Called after changes and before anything is told. */
  readonly changed: () => Promise<void>
  /** Changes whenever a question may have to be planned anew. */
  readonly planVersion: () => number
}

/** May get an answer that it has already. */
export type LiveListener = (event: LiveEvent) => void

interface Watched extends LiveQuestion {
  readonly listeners: Set<LiveListener>
  /** The tag of the last answer, or the code of the last failure. */
  last: string
  /** The number of the last change that it was answered after. */
  asOf: number
  /** What it was planned as, and with which version. Most changes do not concern it, which its name is enough to find out. */
  planned: { readonly name: AnswerName; readonly version: number } | undefined
  /** Whether the server could not answer it after that change. It is asked again with those that depend on the time. */
  isOpen: boolean
  /** How long the last answer took, in milliseconds. */
  took: number
}

const NEW = { asOf: -1, planned: undefined, isOpen: false, took: 0 }

/** So many are answered at the same time. */
const AT_ONCE = 4
/** So many of them may be questions that take long, so that the others do not wait for those. */
const SLOW_AT_ONCE = 2
/** Of a question that takes long, in milliseconds. */
const SLOW = 100
/** How often others' changes are looked for, in milliseconds. Changes of this process are known at once. */
const INTERVAL = 50
/** Different questions of one process: a change may cause as many evaluations. */
const MOST_QUESTIONS = 1000

export class LiveQueries {
  readonly #input: LiveInput
  readonly #watched = new Map<string, Watched>()
  /** Those that something may have changed for, in the order in which that was found out. */
  readonly #due = new Set<Watched>()
  /** Those that are being answered. */
  readonly #busy = new Set<Watched>()
  #timer: NodeJS.Timeout | undefined
  #unsubscribe: (() => void) | undefined
  #running = false
  #isWoken = false
  #seen = -1

  constructor(input: LiveInput) {
    this.#input = input
  }

  /** Whether one more can be watched. */
  takes({ key }: Pick<LiveQuestion, 'key'>): boolean {
    return this.#watched.size < MOST_QUESTIONS || this.#watched.has(key)
  }

  /** `last` is the tag of the answer that the listener has. Returns a function that ends it. */
  watch(question: LiveQuestion, last: string, listener: LiveListener): () => void {
    const { key } = question
    const known = this.#watched.get(key)
    const watched = known ?? { ...question, ...NEW, listeners: new Set(), last }
    this.#watched.set(key, watched)
    watched.listeners.add(listener)
    if (this.#timer === undefined) this.#start()
    // What has changed since its answer was read is found now. Others may have got a newer one already.
    watched.asOf = -1
    if (watched.last !== last) watched.last = ''
    this.#wake()
    return () => {
      watched.listeners.delete(listener)
      if (watched.listeners.size === 0 && this.#watched.get(key) === watched) this.#forget(watched)
      if (this.#watched.size === 0) this.stop()
    }
  }

  /** Answers again what depends on the time, and what could not be answered. */
  refresh(): void {
    for (const watched of this.#watched.values()) if (watched.timed || watched.isOpen) watched.asOf = -1
    this.#seen = -1
    this.#wake()
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#unsubscribe?.()
    this.#timer = undefined
    this.#due.clear()
  }

  #forget(watched: Watched): void {
    this.#watched.delete(watched.key)
    this.#due.delete(watched)
  }

  #start(): void {
    this.#unsubscribe = this.#input.context.events.subscribe(() => this.#wake())
    this.#timer = setInterval(() => this.#wake(), INTERVAL)
    this.#timer.unref()
  }

  #wake(): void {
    this.#isWoken = true
    if (this.#running) return
    this.#running = true
    setImmediate(() => void this.#look())
  }

  async #look(): Promise<void> {
    const { context, changed } = this.#input
    const { database } = context
    try {
      while (this.#isWoken && this.#timer !== undefined) {
        this.#isWoken = false
        await database.catchUp()
        const { now } = database.versions
        if (now !== this.#seen) await changed()
        this.#seen = now
        for (const watched of this.#watched.values()) if (watched.asOf !== now) this.#due.add(watched)
        this.#answerDue()
      }
    } catch {
      // The database is away. It is asked again after the interval.
    } finally {
      this.#running = false
    }
  }

  #answerDue(): void {
    const isSlow = ({ took }: Watched) => took > SLOW
    let slow = [...this.#busy].filter(isSlow).length
    for (const watched of this.#due) {
      if (this.#busy.size >= AT_ONCE) return
      if (this.#busy.has(watched) || (isSlow(watched) && slow >= SLOW_AT_ONCE)) continue
      if (isSlow(watched)) slow += 1
      this.#due.delete(watched)
      this.#busy.add(watched)
      void this.#answer(watched).finally(() => {
        this.#busy.delete(watched)
        this.#answerDue()
      })
    }
  }

  /** Never rejects. One that cannot be answered must not keep the others from it, nor be asked all the time. */
  async #answer(watched: Watched): Promise<void> {
    const { isOpen, asOf } = watched
    const known = this.#knownName(watched)
    // Whoever begins to listen meanwhile makes it due again.
    watched.asOf = this.#seen
    if (known !== undefined && !isOpen && asOf >= this.#input.context.database.versions.latest(known.tables)) return
    const begun = performance.now()
    try {
      const event = await this.#newsOf(watched, known)
      watched.took = performance.now() - begun
      if (event !== undefined) await this.#tell(watched, event)
      watched.isOpen = false
    } catch {
      watched.isOpen = true
    }
  }

  /** What it was planned as, if it would be planned so again. */
  #knownName({ planned }: Watched): AnswerName | undefined {
    return planned?.version === this.#input.planVersion() ? planned.name : undefined
  }

  /** `undefined` if nothing has changed. */
  async #newsOf(watched: Watched, known: AnswerName | undefined): Promise<LiveEvent | undefined> {
    const { context, planVersion } = this.#input
    const { question, answer, last } = watched
    const version = planVersion()
    try {
      const { name, tag, body } = await answer(context, question, { tags: last, fresh: false }, known)
      watched.planned = { name, version }
      return tag === last || body === undefined ? undefined : { kind: 'answer', tag, body: body.plain }
    } catch (error) {
      if (!(error instanceof PopulusError) || error.status >= 500) throw error
      return error.code === last ? undefined : { kind: 'failed', error }
    }
  }

  /** Rights may have been withdrawn while it was answered. Thousands of listeners must not keep everybody else waiting. */
  async #tell(watched: Watched, event: LiveEvent): Promise<void> {
    const { context, changed } = this.#input
    await context.database.catchUp()
    await changed()
    watched.last = event.kind === 'answer' ? event.tag : event.error.code
    const slices = new Slices()
    for (const listener of watched.listeners) {
      if (!slices.goesOn) await slices.next()
      listener(event)
    }
  }
}
