/** Tests a cast value, and everything in it, against its rule. Finds all problems, in the order of the wire format. */
import { MOST_FOUND } from '../../util/named-problems.ts'
import { printValue } from './print-value.ts'
import { fitsType, isPlainObject, type Rule, type RuleTest, type Surroundings } from './rule.ts'

export interface FoundProblem {
  /** `links[0].label`; empty for the body as a whole. */
  readonly path: string
  readonly message: string
  /** The original validator does not find it. */
  readonly isOwn?: boolean
}

interface Subject {
  readonly value: unknown
  /** The value before the cast; `undefined` if none was given. */
  readonly original: unknown
  readonly path: string
}

/**
 * Problems, and how long the original validator takes to find them. It tests the items of a list side by side, one step
 * of its event loop per test, and reports problems in the order of completion.
 */
interface Verdict {
  readonly found: readonly FoundProblem[]
  readonly steps: number
}

/** More steps than any test takes that does not query the database. */
const ASKING = 10_000

/** Ends after as many problems as anybody looks for. */
export function checkValue(rule: Rule, subject: Subject, surroundings: Surroundings): readonly FoundProblem[] {
  return judge(rule, subject, { surroundings, found: 0 }).found
}

interface Judgement {
  readonly surroundings: Surroundings
  /** The number of problems until now. */
  found: number
}

function judge(rule: Rule, subject: Subject, judgement: Judgement): Verdict {
  const own = judgeSelf(rule, subject, judgement.surroundings)
  judgement.found += own.found.length
  const members = judgeMembers(rule, subject, judgement)
  return { found: [...members.found, ...own.found], steps: own.steps + members.steps }
}

/** The type and the list of values first; the other tests run only if these pass. */
function judgeSelf(rule: Rule, subject: Subject, surroundings: Surroundings): Verdict {
  const { value, path } = subject
  const messages = [typeProblem(rule, subject), choiceProblem(rule, subject)].filter(message => message !== null)
  if (messages.length > 0) return { found: messages.map(message => ({ path, message })), steps: 1 }
  const isSlow = (test: RuleTest) => test.asks?.(value) === true
  const ordered = [...rule.tests.filter(test => !isSlow(test)), ...rule.tests.filter(isSlow)]
  const failed = ordered.filter(test => !test.passes(value, { path, surroundings }))
  return {
    found: failed.map(test => ({ path, message: test.message(shownPath(path)), isOwn: test.isOwn === true })),
    steps: rule.tests.some(isSlow) ? ASKING : rule.tests.some(({ isOwn }) => isOwn !== true) ? 2 : 1,
  }
}

function typeProblem(rule: Rule, { value, original: given, path }: Subject): string | null {
  if (value === undefined || fitsType(rule, value)) return null
  const original = given === undefined ? value : given
  const isCast = original !== null && original !== undefined && original !== value
  const source = isCast ? ` (cast from the value \`${printValue(original)}\`).` : '.'
  return `${shownPath(path)} must be a \`${rule.type}\` type, but the final value was: \`${printValue(value)}\`${source}`
}

function choiceProblem({ oneOf }: Rule, { value, path }: Subject): string | null {
  if (oneOf === null || value === undefined || oneOf.includes(value)) return null
  return `${shownPath(path)} must be one of the following values: ${oneOf.join(', ')}`
}

function shownPath(path: string): string {
  return path === '' ? 'this' : path
}

/** The problems of the parts come first, then those of the whole. */
function judgeMembers(rule: Rule, subject: Subject, judgement: Judgement): Verdict {
  const { value } = subject
  if (rule.fields !== null && isPlainObject(value)) return judgeFields(rule.fields(), { ...subject, value }, judgement)
  if (rule.item !== null && Array.isArray(value)) return judgeItems(rule.item, { ...subject, value }, judgement)
  return { found: [], steps: 0 }
}

function judgeFields(
  fields: ReadonlyMap<string, Rule>,
  { value, original, path }: Subject & { value: Readonly<Record<string, unknown>> },
  judgement: Judgement,
): Verdict {
  const verdicts = [...fields].reverse().map(([name, field]) => {
    const at = path === '' ? name : `${path}.${name}`
    const member = { value: memberOf(value, name), original: memberOf(original || value, name), path: at }
    return { at, ...judge(field, member, judgement) }
  })
  const names = [...fields.keys()]
  const failed = byCompletion(verdicts)
    .map(verdict => ({ ...verdict, rank: rank(names, verdict.at) }))
    .sort((a, b) => a.rank - b.rank)
  return { found: failed.flatMap(({ found }) => found), steps: longest(verdicts) }
}

function judgeItems(
  item: (value: unknown) => Rule,
  { value, original, path }: Subject & { value: readonly unknown[] },
  judgement: Judgement,
): Verdict {
  const verdicts: Verdict[] = []
  for (const [index, member] of value.entries()) {
    if (judgement.found >= MOST_FOUND) break
    const at = { value: member, original: memberOf(original || value, String(index)), path: `${path}[${index}]` }
    verdicts.push(judge(item(member), at, judgement))
  }
  return { found: byCompletion(verdicts).flatMap(({ found }) => found), steps: longest(verdicts) }
}

/** The verdicts with problems, the quickest first. */
function byCompletion<T extends Verdict>(verdicts: readonly T[]): readonly T[] {
  return verdicts.filter(({ found }) => found.length > 0).sort((a, b) => a.steps - b.steps)
}

function longest(verdicts: readonly Verdict[]): number {
  return verdicts.reduce((most, { steps }) => Math.max(most, steps), 0)
}

/** The first name that occurs anywhere in the path decides, even if another one is meant. */
function rank(names: readonly string[], path: string): number {
  const found = names.findIndex(name => path.includes(name))
  return found === -1 ? names.length : found
}

function memberOf(holder: unknown, key: string): unknown {
  if (typeof holder === 'string') return holder[Number(key)]
  if (typeof holder !== 'object' || holder === null) return undefined
  return Object.hasOwn(holder, key) ? (holder as Readonly<Record<string, unknown>>)[key] : undefined
}
