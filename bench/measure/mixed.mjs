/**
 * What a site with an editorial office asks of its server: visitors who read the same pages and others, writes over the API, uploads, and
 * the panel. Each kind has its rate, and gives one request after the other.
 */
import { seededPick } from '../content/random.mjs'
import { authorsOf } from '../content/tables.mjs'
import { WORDS } from '../content/texts.mjs'
import { DEEP } from './cases.mjs'
import { VARIED_NAMES, variedCases } from './varied.mjs'

const ARTICLE = '/admin/api/content/api::article.article'
const KEPT = 100
const TAGS = 200
const TEXT = 'Writes about what changes and what does not. '
const plain = WORDS.filter(word => /^[a-z]+$/.test(word))

/** Requests a second. */
export const RATES = { kept: 100, varied: 25, writes: 4, uploads: 0.2, panel: 4 }

/**
 * By kind, a function that gives the next request: `{ method, path, body, as, after }`. `as` is whose right it needs: nobody's, that of an
 * API token (`token`), of an administrator (`admin`), or a token itself. `after` makes the requests that follow from the answer.
 */
export function mixedRequests(size) {
  return { kept: keptPages(), varied: variedAddresses(size), writes: writes(size), panel: panelCalls(size) }
}

function keptPages() {
  const pick = seededPick(1)
  return () => ({ path: `/api/articles?${pick(2) === 0 ? 'populate=*' : DEEP}&pagination[page]=${1 + pick(KEPT)}` })
}

/** One of each case in turn. When all addresses of a case were asked, it begins anew. */
function variedAddresses(size) {
  const cases = variedCases(VARIED_NAMES, size).map(({ addresses }) => ({ addresses, left: addresses() }))
  let turn = 0
  return () => {
    const each = cases[turn++ % cases.length]
    const [first = undefined] = each.left.take(1)
    if (first === undefined) each.left = each.addresses()
    const asked = first ?? each.left.take(1)[0]
    return typeof asked === 'string' ? { path: asked } : { path: asked.path, as: asked.token }
  }
}

function writes(size) {
  const pick = seededPick(2)
  const article = () => `/api/articles/${1 + pick(size)}`
  const put = (path, data) => ({ method: 'PUT', path, as: 'token', body: { data } })
  let count = 0
  const kinds = [
    () => put(article(), { views: count }),
    () => put(article(), { title: `${plain[pick(plain.length)]} ${plain[pick(plain.length)]} ${count}` }),
    () => put(`/api/authors/${1 + pick(authorsOf(size))}`, { bio: `Edited ${count} times. ${TEXT.repeat(5)}` }),
    () => put(`/api/comments/${1 + pick(size)}`, { likes: count }),
    () => put(article(), { tags: [1 + pick(TAGS), 1 + pick(TAGS)] }),
    () => ({
      ...newArticle(count),
      after: ({ data }) => [{ method: 'DELETE', path: `/api/articles/${data.id}`, as: 'token' }],
    }),
  ]
  return () => kinds[count++ % kinds.length]()
}

function newArticle(count) {
  const data = {
    title: `New ${count}`,
    slug: `new-${Date.now()}-${count}`,
    summary: TEXT,
    body: TEXT.repeat(20),
    author: 1,
  }
  return { method: 'POST', path: '/api/articles', as: 'token', body: { data: { ...data, tags: [1, 2, 3] } } }
}

function panelCalls(size) {
  const pick = seededPick(3)
  const get = path => ({ path, as: 'admin' })
  const word = () => plain[pick(plain.length)]
  let count = 0
  const kinds = [
    () => get(`${ARTICLE}?pagination[page]=${1 + pick(20)}`),
    () => get(`${ARTICLE}?sort=title:asc&pagination[page]=${1 + pick(20)}&columns=title,author`),
    () => get(`${ARTICLE}?_q=${word()}%20${word()}`),
    () => get(`${ARTICLE}/count?filters[category]=news&filters[views][$gte]=${pick(100_000)}`),
    () => get(`${ARTICLE}/${1 + pick(size)}`),
    () => ({
      method: 'PUT',
      path: `${ARTICLE}/${1 + pick(size)}`,
      as: 'admin',
      body: { data: { summary: `${TEXT}${count}` } },
    }),
    () => get(`/admin/api/pick/api::article.article/author?_q=${word().slice(0, 2)}`),
    () => get(`/admin/api/find?_q=${word()}`),
    () => get('/admin/api/recent'),
    () => get(`/admin/api/media?page=${1 + pick(20)}`),
  ]
  return () => kinds[count++ % kinds.length]()
}
