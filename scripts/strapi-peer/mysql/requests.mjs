// What is asked of Strapi on MariaDB: the requests of the recorded conformance cases, and those about what only this content has.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

const LISTS = ['articles', 'authors', 'teams', 'tags', 'categories', 'comments', 'pages', 'bundles', 'pins', 'secrets']
const FORMS = [
  '',
  'populate=*',
  'publicationState=preview&pagination[pageSize]=100',
  'locale=all&populate=localizations',
]
const ONE = ['', 'populate=*']

const OTHERS = [
  ['/api/articles/75?populate=*'],
  ['/api/articles/5?populate=tags'],
  ['/api/articles/3'],
  ['/api/articles?filters[createdAt][$gte]=2023-11-05T05:00:00.000Z&filters[createdAt][$lt]=2023-11-06T00:00:00.000Z'],
  ['/api/articles?filters[stampAt][$gt]=2023-01-01T00:00:00.000Z&fields[0]=stampAt'],
  ['/api/articles?filters[views]=9223372036854775807'],
  ['/api/articles?filters[price]=12345678.99&fields[0]=price'],
  ['/api/articles?publicationState=preview&filters[publishedAt][$null]=true&sort=id&populate[blocks][populate]=*'],
  ['/api/homepage?populate[blocks][populate]=*&populate[seo][populate]=*&populate[featured]=*'],
  ['/api/homepage?locale=fr&populate=*'],
  ['/api/setting?populate=*'],
  ['/api/i18n/locales', 'full'],
  ['/api/users', 'full'],
  ['/api/users?populate=*', 'full'],
  ['/api/users?populate=role&sort=id:desc', 'full'],
  ['/api/users/3?populate=role', 'full'],
  ['/api/users/me', 'jwt'],
  ['/api/users/me?populate=role', 'editor'],
  ['/api/users', 'editor'],
  ['/api/secrets', 'editor'],
  ['/api/comments', 'editor'],
  ['/api/upload/files', 'editor'],
  ['/api/upload/files?sort=id', 'full'],
  ['/api/upload/files?filters[mime][$contains]=png', 'full'],
  ['/api/upload/files/25', 'full'],
  ['/api/upload/files/26?populate=*', 'full'],
  ['/api/upload/files/27', 'full'],
  ['/api/users-permissions/roles', 'full'],
  ['/api/users-permissions/roles/1', 'full'],
  ['/api/users-permissions/roles/3', 'full'],
]

/** What depends on how a database compares and sorts text, or on what it takes for a number, has another answer elsewhere. */
const COMPARES = /sort|_q=|locale=EN|filters/
const EXACT =
  /^(rank|views|eventAt|stampAt|eventDate|eventTime|rating|price|featured|id|createdAt|publishedAt)\](\[\$(eq|ne|gte?|lte?|in|notIn|between|null|notNull)\](\[\d\])?)?=(-?\d+|true|false|[\d-]{10}T[\d:.]{12}Z|\d\d:\d\d:\d\d)$/

function isSameElsewhere({ path }) {
  const parts = decoded(path).split(/[?&]/).slice(1)
  return parts.filter(part => COMPARES.test(part)).every(part => EXACT.test(part.replace(/^filters\[/, '')))
}

function decoded(path) {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** `{ id, path, auth? }`, in the order in which they are asked. */
export function requestsIn(folder) {
  const text = gunzipSync(readFileSync(join(folder, 'cases.sqlite.jsonl.gz'))).toString('utf8')
  const known = text
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
    .map(({ id, path, auth }) => ({ id, path, ...(auth === undefined ? {} : { auth }) }))
    .filter(isSameElsewhere)
  return [...known, ...own()]
}

function own() {
  const lists = LISTS.flatMap(list => FORMS.map(form => [`/api/${list}?${form}`, 'full']))
  const ones = LISTS.flatMap(list => ONE.flatMap(form => [1, 2].map(id => [`/api/${list}/${id}?${form}`, 'full'])))
  return [...OTHERS, ...lists, ...ones].map(([path, auth], at) => ({
    id: `copy-${String(at + 1).padStart(3, '0')}`,
    path,
    ...(auth === undefined ? {} : { auth }),
  }))
}
