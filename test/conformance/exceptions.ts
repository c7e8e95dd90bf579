/**
 * The recorded answers that we do not give, each under a ruling of the contract, with the answer that we give instead.
 * Anything that differs and is not explained here is a defect.
 */
import type { Client } from '../support/databases.ts'
import type { Answer, RecordedCase } from './cases.ts'
import { entriesOf, idsOf, metaOf } from './undetermined-order.ts'

export interface Exception {
  /** The number of the ruling, or the property of the dialect. */
  readonly ruling: string
  readonly why: string
  readonly applies: (recorded: RecordedCase, client: Client) => boolean
  /** Whether our answer is the one we promise instead. `ask` puts another request to our own server. */
  readonly isPromised: (
    given: Answer,
    recorded: RecordedCase,
    ask: (path: string) => Promise<Answer>,
  ) => boolean | Promise<boolean>
}

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

const decoded = ({ path }: RecordedCase): string => {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

function isBadRequest({ status, body }: Answer): boolean {
  const { data, error } = body as {
    data: unknown
    error?: { status: number; name: string; message: string; details: object }
  }
  return (
    status === 400 &&
    data === null &&
    error?.name === 'ValidationError' &&
    error.status === 400 &&
    same(error.details, {})
  )
}

/** The message says which parameter is wrong: the first part of a name that the query has. */
function namesParameter({ body }: Answer, recorded: RecordedCase): boolean {
  const { message } = (body as { error: { message: string } }).error
  const parameter = /(?:Invalid value for|Invalid parameter) ([a-zA-Z_]+)/.exec(message)?.[1]
  return parameter !== undefined && decoded(recorded).includes(parameter)
}

/** The paging of `populate[attribute][...]` in a query. */
function pagingOf(
  recorded: RecordedCase,
): { attribute: string; start: number; limit: number; meta: boolean } | undefined {
  const query = decoded(recorded)
  const attribute = /populate\[(\w+)\]\[(?:start|limit|pagination)\]/.exec(query)?.[1]
  if (attribute === undefined) return undefined
  const number = (key: string) => {
    const text = new RegExp(`populate\\[${attribute}\\]${key}=(-?\\d+)`).exec(query)?.[1]
    return text === undefined ? undefined : Number(text)
  }
  const [page, pageSize] = [number('\\[pagination\\]\\[page\\]'), number('\\[pagination\\]\\[pageSize\\]')]
  if (page !== undefined || pageSize !== undefined) {
    const size = pageSize ?? 25
    return { attribute, start: ((page ?? 1) - 1) * size, limit: size, meta: true }
  }
  const limit = number('\\[limit\\]') ?? -1
  return {
    attribute,
    start: number('\\[start\\]') ?? 0,
    limit: limit > 0 ? limit : Number.POSITIVE_INFINITY,
    meta: false,
  }
}

/** Cuts the lists of one attribute in an answer that has all of them. */
function slice(body: Json, { attribute, start, limit }: { attribute: string; start: number; limit: number }): Json {
  const cut = (value: Json): Json => {
    if (Array.isArray(value)) return value.slice(start, start + limit)
    if (value !== null && typeof value === 'object' && 'data' in value) {
      const data = cut(value.data!)
      const emptyMedia = Array.isArray(data) && data.length === 0 && attribute === 'gallery'
      return { data: emptyMedia ? null : data }
    }
    return value
  }
  const entries = (body as { data: { id: number; attributes: { [key: string]: Json } }[] }).data
  const data = entries.map(entry => ({
    ...entry,
    attributes: { ...entry.attributes, [attribute]: cut(entry.attributes[attribute]!) },
  }))
  return { ...(body as object), data } as Json
}

/** Our own answer without the paging, cut per parent, is the one we promise with it. */
async function isSlicedPerParent(
  given: Answer,
  recorded: RecordedCase,
  ask: (path: string) => Promise<Answer>,
): Promise<boolean> {
  const paging = pagingOf(recorded)!
  const parts = decoded(recorded).split('&')
  const [path, first] = parts[0]!.split('?')
  const kept = [first!, ...parts.slice(1)].filter(part => !/\]\[(start|limit|pagination)\]/.test(part))
  const whole = await ask(`${path}?${kept.join('&')}&populate[${paging.attribute}][anything]=1`)
  const withoutMeta = JSON.parse(
    JSON.stringify(given.body, (key, value: unknown) =>
      key === 'meta' && (value as { pagination?: { total?: number } })?.pagination && paging.meta ? undefined : value,
    ),
  ) as Json
  const expected = JSON.parse(
    JSON.stringify(slice(whole.body as Json, paging), (key, value: unknown) =>
      key === 'meta' && paging.meta ? undefined : value,
    ),
  ) as Json
  return given.status === 200 && whole.status === 200 && same(withoutMeta, expected)
}

/** Not the whole list: which entries are on the page depends on the order. */
function isPageOfMore({ body }: Answer): boolean {
  const { total = 0, pageSize = 0 } =
    (body as { meta?: { pagination?: { total?: number; pageSize?: number } } }).meta?.pagination ?? {}
  return total > pageSize
}

/** A page of an unsorted list: ours in the order of ids, the recorded one any entries of the whole list. */
async function isPageById(
  given: Answer,
  recorded: RecordedCase,
  ask: (path: string) => Promise<Answer>,
): Promise<boolean> {
  const whole = await ask(recorded.path.replace(/pagination(\[|%5B)pageSize(\]|%5D)=\d+/, 'pagination[pageSize]=100'))
  const known = new Set(entriesOf(whole).map(entry => JSON.stringify(entry)))
  const ids = idsOf(whole)
  return (
    whole.status === 200 &&
    same(idsOf(given), ids.slice(0, idsOf(given).length)) &&
    ids.every((id, index) => index === 0 || ids[index - 1]! < id) &&
    idsOf(recorded).length === idsOf(given).length &&
    entriesOf(recorded).every(entry => known.has(JSON.stringify(entry))) &&
    same(metaOf(given), metaOf(recorded))
  )
}

/** Takes unpublished entries out of lists, and leaves `null` in the place of single ones. */
function withoutDrafts(value: Json): Json {
  const isDraft = (item: Json): boolean => {
    const fields = item !== null && typeof item === 'object' && !Array.isArray(item) ? (item.attributes ?? item) : null
    return fields !== null && typeof fields === 'object' && 'publishedAt' in fields && fields.publishedAt === null
  }
  if (Array.isArray(value)) return value.filter(item => !isDraft(item)).map(withoutDrafts)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, isDraft(item) ? null : withoutDrafts(item)]),
  )
}

/** An answer with `populate=deep` without what that adds. */
async function isPlainAndMore(
  given: Answer,
  recorded: RecordedCase,
  ask: (path: string) => Promise<Answer>,
): Promise<boolean> {
  const plain = await ask(recorded.path.replace('populate=deep&', ''))
  type Body = { data: { attributes: { [key: string]: Json } }[]; meta: { deep?: { stopped: Json[] } } }
  const { data, meta } = given.body as unknown as Body
  const { deep, ...rest } = meta
  const [{ attributes: known }] = (plain.body as unknown as Body).data as [Body['data'][number]]
  const less = data.map(({ attributes, ...entry }) => ({
    ...entry,
    attributes: Object.fromEntries(Object.entries(attributes).filter(([key]) => key in known)),
  }))
  return same({ data: less, meta: rest }, plain.body) && deep!.stopped.length > 0
}

const EXCEPTIONS: readonly Exception[] = [
  {
    ruling: 'beyond Strapi',
    why: '`populate=deep` populates at several levels',
    applies: ({ path }) => path.includes('populate=deep&'),
    isPromised: isPlainAndMore,
  },
  {
    ruling: '12',
    why: 'an id that is not a plain integer does not exist',
    applies: ({ id }) => id.startsWith('findone-'),
    isPromised: ({ status, body }) =>
      status === 404 && (body as { error: { name: string } }).error.name === 'NotFoundError',
  },
  {
    ruling: '5',
    why: '`populate[0]=*` works like `populate=*`',
    applies: ({ id }) => id === 'populate-star-013',
    isPromised: async (given, recorded, ask) =>
      same(given, await ask(recorded.path.replace('populate[0]=', 'populate='))),
  },
  {
    ruling: '9',
    why: 'an index never turns a list into an object',
    applies: recorded => /^[^=]*\[(100|101)\]=|&\w+\[(100|101)\]=/.test(decoded(recorded)),
    isPromised: async (given, recorded, ask) =>
      same(given, await ask(decoded(recorded).replace(/\[(100|101)\]=/, '[99]='))) && given.status === 200,
  },
  {
    ruling: '5',
    why: 'bad input that made Strapi fail is refused with the name of the parameter',
    applies: ({ status }) => status === 500,
    isPromised: (given, recorded) =>
      isBadRequest(given) && (namesParameter(given, recorded) || recorded.path.includes('fields=&')),
  },
  {
    ruling: '5',
    why: 'a page beyond all numbers is empty instead of another one',
    applies: ({ path }) => path.includes('999999999999999999999'),
    isPromised: given => given.status === 200 && entriesOf(given).length === 0,
  },
  {
    ruling: '13',
    why: 'the empty selection is `id` only',
    applies: recorded => /fields\[\d*\]=(&|$)/.test(decoded(recorded)),
    isPromised: ({ status }) => status === 200,
  },
  {
    ruling: '14',
    why: 'paging inside populate is per parent, and shows its page where one was asked for',
    applies: recorded => pagingOf(recorded) !== undefined && !decoded(recorded).includes('[on]'),
    isPromised: isSlicedPerParent,
  },
  {
    ruling: '14',
    why: 'the limit of a block is per parent',
    applies: ({ id }) => id === 'populate-on-058',
    isPromised: async (given, recorded, ask) => {
      const whole = await ask(recorded.path.replace(/(\[|%5B)limit(\]|%5D)=1/, '[anything]=1'))
      const sliced = slice(whole.body as Json, { attribute: 'blocks', start: 0, limit: 1 })
      return same(given.body, sliced) && !same(given.body, whole.body)
    },
  },
  {
    ruling: '6',
    why: 'forbidden entries, private fields and passwords do not come out through morph relations',
    applies: ({ id, path }) => id.startsWith('morph-') || path.startsWith('/api/pins'),
    isPromised: ({ status, body }) =>
      status === 200 && !/"code":|"accessCode":|"internalNote":|"secretNote":/.test(JSON.stringify(body)),
  },
  {
    ruling: '6',
    why: 'drafts do not come out through relations below `on`',
    applies: recorded => decoded(recorded).includes('[on]') || recorded.id.startsWith('morph-'),
    isPromised: (given, recorded) => {
      const published = withoutDrafts(recorded.body as Json)
      return JSON.stringify(recorded.body) !== JSON.stringify(published) && same(given.body, published)
    },
  },
  {
    ruling: '7',
    why: 'a sort through a to-many relation lists every entry once, at its first place',
    applies: recorded => /sort=(tags|comments)\./.test(decoded(recorded)),
    isPromised: (given, recorded) => {
      const first = [...new Set(idsOf(recorded))]
      return same(idsOf(given).sort(), first.sort()) && idsOf(given).length === new Set(idsOf(given)).size
    },
  },
  {
    ruling: '7',
    why: 'unsorted lists are in the order of ids, and so are their pages',
    applies: recorded => isPageOfMore(recorded) && recorded.status === 200 && !decoded(recorded).includes('sort'),
    isPromised: isPageById,
  },
  {
    ruling: 'our own page',
    why: 'the start page is ours',
    applies: ({ path }) => path === '/',
    isPromised: ({ status, body }) => status === 200 && (body as { __text: string }).__text.includes('<html'),
  },
]

/** The exception that explains an answer, if there is one. */
export async function explain(
  given: Answer,
  recorded: RecordedCase,
  client: Client,
  ask: (path: string) => Promise<Answer>,
): Promise<Exception | undefined> {
  for (const exception of EXCEPTIONS) {
    if (exception.applies(recorded, client) && (await exception.isPromised(given, recorded, ask))) return exception
  }
  return undefined
}
