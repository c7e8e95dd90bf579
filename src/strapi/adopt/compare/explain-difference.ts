/**
 * Finds the deliberate difference that explains why two answers differ. Where words can say what Populus promises, Strapi
 * is asked again in those words: an explanation is not a guess.
 */
import type { Schema } from '../../../schema/schema.ts'
import type { DifferenceId } from '../differences.ts'
import { likeness } from './compare-bodies.ts'
import { type Answer, type Ask, parametersOf, pathOf, type Question, withoutParameters } from './question.ts'
import { explainValues, type ValueFacts } from './value-differences.ts'

export interface ExplainContext {
  readonly strapi: Ask
  readonly populus: Ask
  readonly schema: Schema
  readonly facts: ValueFacts
}

interface Answers {
  readonly strapi: Answer
  readonly populus: Answer
}

/** `null` if nothing is known that explains it. */
export async function explainDifference(
  question: Question,
  answers: Answers,
  context: ExplainContext,
): Promise<readonly DifferenceId[] | null> {
  const byStatus = explainStatus(question, answers, context.schema)
  if (byStatus !== null) return [byStatus]
  if (answers.strapi.status !== answers.populus.status) return null
  const values = explainAnswers(answers, context, question.path)
  if (values !== null || question.method !== 'GET') return values
  const tried: { id: DifferenceId; path: string }[] = []
  let together = question.path
  for (const { id, reword } of REWORDINGS) {
    const alone = reword(question.path, answers, context.schema)
    if (alone === null) continue
    together = reword(together, answers, context.schema) ?? together
    tried.push({ id, path: alone })
  }
  for (const { id, path } of tried) {
    const reasons = await askedAgain(path, context)
    if (reasons !== null) return [id, ...reasons]
  }
  if (tried.length < 2) return null
  const reasons = await askedAgain(together, context)
  return reasons === null ? null : [...tried.map(({ id }) => id), ...reasons]
}

async function askedAgain(path: string, context: ExplainContext): Promise<readonly DifferenceId[] | null> {
  const question = { method: 'GET', path }
  const [strapi, populus] = await Promise.all([context.strapi(question), context.populus(question)])
  if (strapi.status !== populus.status) return null
  return explainAnswers({ strapi, populus }, context, path)
}

function explainAnswers({ strapi, populus }: Answers, { facts }: ExplainContext, path: string) {
  if (likeness(strapi, populus) !== 'different') return []
  return explainValues(strapi.body, populus.body, facts, path)
}

function messageOf({ body }: Answer): string {
  const message = (body as { readonly error?: { readonly message?: unknown } } | null)?.error?.message
  return typeof message === 'string' ? message : ''
}

function explainStatus({ path }: Question, { strapi, populus }: Answers, schema: Schema): DifferenceId | null {
  if (populus.status === 501) return 'code-not-run'
  if (strapi.status >= 500 && populus.status < 500) return 'bad-input'
  const message = messageOf(populus)
  if (populus.status === 400 && /: expected a whole number, got "(-?\d+\.\d+|\d{16,})"$/.test(message))
    return 'bad-input'
  if (isBeyondNumbers(populus)) return 'bad-input'
  if ([400, 413, 414].includes(populus.status) && /\b(limits|api)\.[a-z]\w+/.test(message)) return 'limits'
  const last = path.split('?')[0]!.split('/').at(-1)!
  if (populus.status === 404 && strapi.status !== 404 && !/^\d{1,15}$/.test(last) && isEntry(path, schema)) return 'ids'
  const parameter = /^Invalid parameter (\S+)$/.exec(message)?.[1]
  if (populus.status === 400 && parameter !== undefined) return hiddenBy(parameter, schema)
  if (/^Invalid parameter $/.test(messageOf(strapi)) && populus.status === 200) return 'empty-selection'
  return null
}

/** Such a page is empty; Strapi reads some of these numbers as others. */
function isBeyondNumbers({ body }: Answer): boolean {
  const { meta } = (body ?? {}) as { readonly meta?: { readonly pagination?: { page?: number; start?: number } } }
  return Math.max(meta?.pagination?.page ?? 0, meta?.pagination?.start ?? 0) > Number.MAX_SAFE_INTEGER
}

function isEntry(path: string, { types }: Schema): boolean {
  const parent = path.split('?')[0]!.split('/').at(-2)
  return [...types.values()].some(({ pluralName }) => pluralName === parent)
}

/** An attribute of that name that nobody may read. */
function hiddenBy(name: string, { types, components }: Schema): DifferenceId | null {
  const found = [...types.values(), ...components.values()].flatMap(({ attributes }) => attributes.get(name) ?? [])
  if (found.some(attribute => attribute.kind === 'scalar' && attribute.type === 'password')) return 'passwords'
  return found.some(attribute => attribute.private) ? 'hidden' : null
}

interface Rewording {
  readonly id: DifferenceId
  /** The question in words about which both servers agree; `null` if the difference is not about this. */
  readonly reword: (path: string, answers: Answers, schema: Schema) => string | null
}

const NESTED_PAGES = /^populate.*\[(start|limit|page|pageSize|withCount)\]$/

const REWORDINGS: readonly Rewording[] = [
  { id: 'order', reword: (path, { populus }) => (isList(populus) ? withLastSort(path) : null) },
  {
    id: 'nested-pages',
    reword: path =>
      parametersOf(path).some(([name]) => NESTED_PAGES.test(name)) ? withoutParameters(path, NESTED_PAGES) : null,
  },
  { id: 'page-size', reword: withSamePageSize },
  {
    id: 'search',
    reword: (path, _answers, schema) =>
      parametersOf(path).some(([name]) => name === '_q') && hasPrivateText(schema)
        ? withoutParameters(path, /^_q$/)
        : null,
  },
]

function isList({ body }: Answer): boolean {
  return Array.isArray((body as { readonly data?: unknown } | null)?.data)
}

/** With `id` as the last key to sort by; `null` if it is one already. */
function withLastSort(path: string): string | null {
  const parameters = parametersOf(path)
  const sorts = parameters.filter(([name]) => /^sort(\[|$)/.test(name))
  if (sorts.some(([, value]) => /(^|,)\s*id(:|,|$)/.test(value))) return null
  const keys = sorts.flatMap(([, value]) => value.split(','))
  const rest = parameters.filter(([name]) => !/^sort(\[|$)/.test(name))
  return pathOf(path, [...rest, ...[...keys, 'id'].map((key, index) => [`sort[${index}]`, key.trim()] as const)])
}

function hasPrivateText({ types }: Schema): boolean {
  return [...types.values()].some(({ attributes }) =>
    [...attributes.values()].some(
      attribute => attribute.private && attribute.kind === 'scalar' && attribute.searchable,
    ),
  )
}

interface Paged {
  readonly meta?: { readonly pagination?: { readonly pageSize?: number; readonly limit?: number } }
}

/** Both with the size of the page that Populus allows. */
function withSamePageSize(path: string, { strapi, populus }: Answers): string | null {
  const [theirs, ours] = [strapi, populus].map(({ body }) => (body as Paged | null)?.meta?.pagination)
  for (const name of ['pageSize', 'limit'] as const) {
    const size = ours?.[name]
    if (size === undefined || theirs?.[name] === undefined || theirs[name] === size) continue
    const others = parametersOf(path).filter(([key]) => key !== `pagination[${name}]`)
    return pathOf(path, [...others, [`pagination[${name}]`, String(size)]])
  }
  return null
}
