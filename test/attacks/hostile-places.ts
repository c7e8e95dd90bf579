/** Where a request has room for a hostile value, on every kind of endpoint. */
import type { InjectOptions } from 'light-my-request'
import { queryText } from '../../src/query/query-text.ts'
import { BODIES } from '../management/strange-bodies.ts'

export interface Place {
  readonly name: string
  /** The most bytes that fit here. */
  readonly room: number
  /** Only texts make sense. */
  readonly textOnly?: boolean
  readonly ask: (value: unknown) => Asked
}

export interface Asked extends InjectOptions {
  /** As whom: nobody if absent. */
  readonly as?: 'full-access' | 'administrator'
}

const BODY = 240_000
/** Of a query string of 16 KiB, written in ASCII. */
const QUERY = 15_000
const HEADER = 60_000

type Wrap = (value: unknown) => Record<string, unknown>

const at =
  (...path: readonly string[]): Wrap =>
  value =>
    path.reduceRight<unknown>((inside, name) => ({ [name]: inside }), value) as Record<string, unknown>

const ATTRIBUTES = [
  ...['id', 'title', 'kind', 'contact', 'slug', 'day', 'clock', 'happenedAt', 'rank', 'views', 'score', 'price'],
  ...['featured', 'keywords', 'metadata', 'author', 'tags', 'cover', 'seo', 'links', 'blocks', 'publishedAt', 'locale'],
]
const OPERATORS = ['$eq', '$in', '$between', '$contains', '$containsi', '$startsWith', '$null', '$not']

/** What a list can be asked for. */
const QUERIES: readonly (readonly [string, Wrap])[] = [
  ...ATTRIBUTES.map(name => [`filters[${name}]`, at('filters', name)] as const),
  ...['id', 'title', 'views', 'day', 'metadata'].flatMap(name =>
    OPERATORS.map(operator => [`filters[${name}][${operator}]`, at('filters', name, operator)] as const),
  ),
  ...[
    'filters',
    'fields',
    'populate',
    'sort',
    'pagination',
    'locale',
    'fallback',
    'publicationState',
    '_q',
    'search',
    'format',
    'unknown',
  ].map(name => [name, at(name)] as const),
  ['search[query]', at('search', 'query')],
  ['filters[$or]', at('filters', '$or')],
  ['filters[related][tags][name]', at('filters', 'related', 'tags', 'name')],
  ['filters[blocks][on]', at('filters', 'blocks', 'on')],
  ['sort[0]', value => ({ sort: [value] })],
  ['populate[related]', at('populate', 'related')],
  ['populate[related][populate]', at('populate', 'related', 'populate')],
  ['populate[related][filters]', at('populate', 'related', 'filters')],
  ['populate[related][sort]', at('populate', 'related', 'sort')],
  ['populate[related][fields]', at('populate', 'related', 'fields')],
  ['populate[blocks][on]', at('populate', 'blocks', 'on')],
  ['populate[blocks][components]', at('populate', 'blocks', 'components')],
  ['pagination[page]', at('pagination', 'page')],
  ['pagination[after]', at('pagination', 'after')],
  ['fields[0]', value => ({ fields: [value] })],
  ['everything', value => (isObject(value) ? value : { filters: value })],
]

const AGGREGATES: readonly (readonly [string, Wrap])[] = [
  ...['sum', 'min', 'countDistinct', 'groupBy', 'having', 'sort', 'count', 'filters', 'unknown'].map(
    name => [name, at(name)] as const,
  ),
  ['having[count]', value => ({ groupBy: 'kind', having: { count: value } })],
]

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A query string holds texts; what cannot be written as one is left out. */
const searchOf = (query: Record<string, unknown>) =>
  queryText(JSON.parse(JSON.stringify(query), (_, value) => (typeof value === 'number' ? String(value) : value)))

const reads: readonly Place[] = QUERIES.flatMap(([name, wrap]) => [
  { name: `GET /api/articles?${name}`, room: QUERY, ask: value => ({ url: `/api/articles?${searchOf(wrap(value))}` }) },
  {
    name: `POST /api/articles/query ${name}`,
    room: BODY,
    ask: value => ({ method: 'POST', url: '/api/articles/query', payload: wrap(value) }),
  },
])

const lists: readonly Place[] = [
  'users',
  'upload/files',
  'articles/1',
  'homepage',
  'queries/articles',
  'articles/slug:a',
].flatMap(path =>
  (['filters', 'populate', 'sort', 'fields', 'rank', 'tags', 'everything'] as const).map(
    (name): Place => ({
      name: `GET /api/${path}?${name}`,
      room: QUERY,
      ask: value => ({
        url: `/api/${path}?${searchOf(name === 'everything' && isObject(value) ? value : { [name]: value })}`,
        as: 'full-access',
      }),
    }),
  ),
)

const aggregates: readonly Place[] = AGGREGATES.map(([name, wrap]) => ({
  name: `GET /api/articles/aggregate?${name}`,
  room: QUERY,
  ask: value => ({ url: `/api/articles/aggregate?${searchOf(wrap(value))}`, as: 'full-access' }),
}))

const WRITTEN = [
  ...[
    'title',
    'summary',
    'body',
    'kind',
    'contact',
    'passcode',
    'slug',
    'day',
    'clock',
    'happenedAt',
    'stampedAt',
    'rank',
  ],
  ...['views', 'score', 'price', 'featured', 'keywords', 'metadata', 'author', 'tags', 'related', 'cover', 'gallery'],
  ...['seo', 'links', 'blocks', 'locale', 'publishedAt', 'id', 'unknown'],
]
const json = (method: 'POST' | 'PUT', url: string, wrap: Wrap, as?: Asked['as']): Place => ({
  name: `${method} ${url} ${JSON.stringify(wrap('…'))}`,
  room: BODY,
  ask: value => ({ method, url, payload: wrap(value), ...(as === undefined ? {} : { as }) }),
})

const writes: readonly Place[] = [
  ...WRITTEN.map(name =>
    json('POST', '/api/articles', value => ({ data: { title: 'a', [name]: value } }), 'full-access'),
  ),
  ...WRITTEN.map(name => json('PUT', '/api/articles/1', at('data', name), 'full-access')),
  json('POST', '/api/articles', at('data'), 'full-access'),
  json('POST', '/api/articles', value => ({ data: { title: 'a' }, more: value }), 'full-access'),
  json('PUT', '/api/homepage', at('data'), 'full-access'),
  json(
    'POST',
    '/api/articles/1/localizations',
    value => (isObject(value) ? { locale: 'fr', ...value } : { locale: value }),
    'full-access',
  ),
]

const LOGIN: readonly (readonly [string, readonly string[]])[] = [
  ['auth/local', ['identifier', 'password']],
  ['auth/local/register', ['username', 'email', 'password', 'unknown']],
  ['auth/forgot-password', ['email']],
  ['auth/reset-password', ['code', 'password', 'passwordConfirmation']],
  ['auth/change-password', ['currentPassword', 'password']],
  ['auth/send-email-confirmation', ['email']],
]
const FILLED = {
  identifier: 'a',
  username: 'abc',
  email: 'a@example.org',
  password: 'some password',
  code: 'a',
  passwordConfirmation: 'some password',
}
const users: readonly Place[] = [
  ...LOGIN.flatMap(([path, names]) =>
    names.map(name => json('POST', `/api/${path}`, value => ({ ...FILLED, [name]: value }))),
  ),
  ...['username', 'email', 'password', 'role', 'provider', 'unknown'].flatMap(name => [
    json('POST', '/api/users', value => ({ ...FILLED, [name]: value }), 'full-access'),
    json('PUT', '/api/users/1', value => ({ [name]: value }), 'full-access'),
  ]),
  ...['name', 'description', 'permissions', 'users'].map(name =>
    json('POST', '/api/users-permissions/roles', value => ({ name: 'a', [name]: value }), 'full-access'),
  ),
  ...['to', 'subject', 'attachments'].map(name =>
    json('POST', '/api/email', value => ({ to: 'a@example.org', [name]: value }), 'full-access'),
  ),
]

const management: readonly Place[] = BODIES.map(([request, bodyOf]) => {
  const [method = 'POST', path = ''] = request.split(' ')
  return {
    ...json(method as 'POST', `/admin/api${path}`, value => bodyOf(value) as Record<string, unknown>, 'administrator'),
    name: `${request} ${JSON.stringify(bodyOf('…'))}`,
  }
})
const MANAGED = [
  'content/api::article.article',
  'media',
  'users',
  'find',
  'saved-views',
  'pick/api::article.article/tags',
  'uid/available',
]
const searches: readonly Place[] = MANAGED.flatMap(path =>
  ['_q', 'sort', 'filters', 'exclude', 'ids', 'locale', 'page', 'unknown', 'everything'].map(
    (name): Place => ({
      name: `GET /admin/api/${path}?${name}`,
      room: QUERY,
      ask: value => ({
        url: `/admin/api/${path}?${searchOf(name === 'everything' && isObject(value) ? value : { [name]: value })}`,
        as: 'administrator',
      }),
    }),
  ),
)

const PATHS = [
  '/',
  '/api/',
  '/api/articles/',
  '/api/queries/',
  '/api/upload/files/',
  '/api/connect/',
  '/api/auth/',
  '/uploads/',
  '/uploads/a.png?width=',
  '/admin/',
  '/admin/api/',
  '/admin/api/content/',
  '/docs/',
  '/api/upload/tus/',
]
const paths: readonly Place[] = PATHS.map(path => ({
  name: `GET ${path}…`,
  room: QUERY,
  textOnly: true,
  ask: value => ({ url: `${path}${encodeURIComponent(String(value))}` }),
}))
const rawPaths: readonly Place[] = PATHS.map(path => ({
  name: `GET ${path}… as it is`,
  room: HEADER,
  textOnly: true,
  ask: value => ({ url: `${path}${String(value).replace(/[^\x21-\x7e]|[#"<>\\^`{|}]/g, 'a')}` }),
}))

const HEADERS = [
  ...[
    'authorization',
    'cookie',
    'if-none-match',
    'if-match',
    'if-modified-since',
    'accept',
    'accept-language',
    'accept-encoding',
  ],
  ...[
    'range',
    'if-range',
    'origin',
    'referer',
    'user-agent',
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
    'forwarded',
  ],
  ...[
    'host',
    'content-type',
    'content-encoding',
    'content-disposition',
    'x-request-id',
    'access-control-request-headers',
    'access-control-request-method',
    'prefer',
  ],
]
const visible = (value: unknown) => String(value).replace(/[^\t\x20-\x7e]/g, 'a')
const headers: readonly Place[] = HEADERS.flatMap(name =>
  (
    [
      ['GET', '/api/articles?fields=title'],
      ['POST', '/api/articles'],
      ['GET', '/uploads/a.png'],
      ['GET', '/admin/api/me'],
      ['GET', '/admin/'],
      ['OPTIONS', '/api/articles'],
    ] as const
  ).map(([method, url]) => ({
    name: `${method} ${url} ${name}:`,
    room: HEADER,
    textOnly: true,
    ask: (value: unknown) => ({
      method,
      url,
      headers: { [name]: visible(value) },
      ...(method === 'POST' ? { payload: '{"data":{}}' } : {}),
    }),
  })),
)
const schemes: readonly Place[] = ['Bearer ', 'Basic ', 'bearer'].map(scheme => ({
  name: `authorization: ${scheme}`,
  room: HEADER,
  textOnly: true,
  ask: value => ({ url: '/api/articles?fields=title', headers: { authorization: `${scheme}${visible(value)}` } }),
}))

const TUS = { 'tus-resumable': '1.0.0', 'upload-length': '10' }
const tus: readonly Place[] = [
  'upload-metadata',
  'upload-length',
  'upload-offset',
  'upload-checksum',
  'upload-concat',
  'upload-defer-length',
  'tus-resumable',
  'content-type',
].flatMap(name =>
  (
    [
      ['POST', '/api/upload/tus', 'full-access'],
      ['POST', '/admin/api/media/tus', 'administrator'],
      ['PATCH', '/api/upload/tus/abc', 'full-access'],
    ] as const
  ).map(([method, url, as]) => ({
    name: `${method} ${url} ${name}:`,
    room: HEADER,
    textOnly: true,
    ask: (value: unknown) => ({ method, url, as, headers: { ...TUS, [name]: visible(value) } }),
  })),
)

const CRLF = '\r\n'
const form = (name: string, fileInfo: string, type: string) =>
  [
    '--x',
    `Content-Disposition: form-data; name="fileInfo"`,
    '',
    fileInfo,
    '--x',
    `Content-Disposition: form-data; name="files"; filename="${name}"`,
    `Content-Type: ${type}`,
    '',
    'a',
    '--x--',
    '',
  ].join(CRLF)
const formRequest = (payload: string): Asked => ({
  method: 'POST',
  url: '/api/upload',
  as: 'full-access',
  headers: { 'content-type': 'multipart/form-data; boundary=x' },
  payload,
})
const forms: readonly Place[] = [
  {
    name: 'a form: name of a file',
    room: 15_000,
    textOnly: true,
    ask: value => formRequest(form(visible(value).replaceAll('"', "'"), '{}', 'text/plain')),
  },
  {
    name: 'a form: fileInfo',
    room: BODY,
    ask: value => formRequest(form('a.txt', JSON.stringify(value), 'text/plain')),
  },
  {
    name: 'a form: type of a file',
    room: 15_000,
    textOnly: true,
    ask: value => formRequest(form('a.txt', '{}', visible(value))),
  },
  {
    name: 'a form: a file',
    room: BODY,
    textOnly: true,
    ask: value =>
      formRequest(
        form('a.svg', '{}', 'image/svg+xml').replace(
          `${CRLF}a${CRLF}`,
          () => `${CRLF}<svg xmlns="http://www.w3.org/2000/svg">${String(value)}</svg>${CRLF}`,
        ),
      ),
  },
  { name: 'a form: the form', room: BODY, textOnly: true, ask: value => formRequest(`--x${CRLF}${String(value)}`) },
]

const rawBodies: readonly Place[] = ['application/json', 'application/x-www-form-urlencoded', 'text/plain'].flatMap(
  type =>
    ['/api/articles', '/api/articles/query', '/api/auth/local', '/admin/api/login'].map(
      (url): Place => ({
        name: `POST ${url} as ${type}`,
        room: BODY,
        textOnly: true,
        ask: value => ({
          method: 'POST',
          url,
          as: 'full-access',
          headers: { 'content-type': type },
          payload: String(value),
        }),
      }),
    ),
)

export const PLACES: readonly Place[] = [
  ...[...reads, ...lists, ...aggregates, ...writes, ...users, ...management, ...searches],
  ...[...paths, ...rawPaths, ...headers, ...schemes, ...tus, ...forms, ...rawBodies],
]
