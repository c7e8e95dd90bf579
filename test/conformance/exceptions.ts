/**
 * The recorded answers that we do not give, each under a ruling of the contract, with the answer that we give instead.
 * Anything that differs and is not explained here is a defect.
 */
import type { Client } from '../support/databases.ts'
import type { Answer, RecordedCase } from './cases.ts'

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

/** Key order aside. */
function sortKeys(value: Json): Json {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map(key => [key, sortKeys(value[key]!)]),
  )
}

const exact = (body: unknown): Json =>
  JSON.parse(JSON.stringify(body).replaceAll('9007199254740992', '9007199254740993'))

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
    return start === 0 ? value : null
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

export const EXCEPTIONS: readonly Exception[] = [
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
    isPromised: (given, recorded) => isBadRequest(given) && namesParameter(given, recorded),
  },
  {
    ruling: '5',
    why: 'a number beyond all numbers is refused instead of read as another one',
    applies: ({ path }) => path.includes('999999999999999999999'),
    isPromised: (given, recorded) => isBadRequest(given) && namesParameter(given, recorded),
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
    isPromised: ({ body }) =>
      (body as { data: { attributes: { blocks: unknown[] } }[] }).data
        .map(entry => entry.attributes.blocks.length)
        .join() === '0,1,1,1,1,1,0,1,1,1,1,0',
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
    applies: ({ id }) => id.startsWith('draft-') || id.startsWith('populate-on') || id.startsWith('combo-'),
    isPromised: ({ status, body }) => status === 200 && !JSON.stringify(body).includes('"publishedAt":null'),
  },
  {
    ruling: '8',
    why: 'big integers are exact',
    applies: ({ body }, client) => client === 'sqlite' && JSON.stringify(body).includes('9007199254740992'),
    isPromised: (given, recorded) =>
      same(given.body, exact(recorded.body)) || same(sortKeys(given.body as Json), sortKeys(exact(recorded.body))),
  },
  {
    ruling: '7',
    why: 'sorting never moves, adds or overwrites keys',
    applies: recorded => decoded(recorded).includes('sort'),
    isPromised: (given, recorded) =>
      given.status === recorded.status && same(sortKeys(given.body as Json), sortKeys(exact(recorded.body))),
  },
  {
    ruling: '7',
    why: 'a sort through a to-many relation lists every entry once, at its first place',
    applies: recorded => /sort=(tags|comments)\./.test(decoded(recorded)),
    isPromised: (given, recorded) => {
      const ids = (answer: Answer) => (answer.body as { data: { id: number }[] }).data.map(entry => entry.id)
      return same(ids(given).sort(), [...new Set(ids(recorded))].sort())
    },
  },
  {
    ruling: '7',
    why: 'a list without sort is ordered by id',
    applies: recorded => !decoded(recorded).includes('sort='),
    isPromised: (given, recorded) => {
      const rows = (answer: Answer) => {
        const { body } = answer as { body: { data?: { id: number }[] } | { id: number }[] }
        return (Array.isArray(body) ? body : (body.data ?? [])) as { id: number }[]
      }
      const byId = [...rows(recorded)].sort((a, b) => a.id - b.id)
      return given.status === recorded.status && byId.length > 1 && same(rows(given), exact(byId))
    },
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
