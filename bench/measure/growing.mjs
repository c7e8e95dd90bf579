/** What `--growth` asks: questions and writes whose cost depends on how many entries there are, unless an index answers them. No address comes twice. */
import { drawn } from '../content/random.mjs'
import { authorsOf } from '../content/tables.mjs'
import { WORDS } from '../content/texts.mjs'
import { takeFrom } from './varied.mjs'

export const GROUPS = {
  lists: 'Lists',
  texts: 'Parts of texts',
  whole: 'First totals and aggregates',
  entries: 'Entries',
  writes: 'Writes',
}
const PAGE_SIZE = 25
/** Page sizes from 10 on. */
const SIZES = 90
const FIRST_PAGES = 40
const CATEGORIES = ['news', 'guide', 'essay', 'interview']
const VIEWS = 100_000
const TAGS = 200
/** Where pages of the middle begin, and those of the end, and how much of the list they are. */
const [MIDDLE, END, LENGTH] = [0.4, 0.9, 0.08]
const TITLES = { requests: 40, each: 100 }
const WRITES = 1_000_000
/** So many answers of each case are looked at before; none of these addresses is measured. */
const SAMPLES = 5

const plain = WORDS.filter(word => /^[a-z]+$/.test(word))
const typed = [...new Set(plain.flatMap(word => Array.from(word, (_, index) => word.slice(0, index + 1))))]
const twoWords = n => `${plain[n % plain.length]}%20${typed[Math.floor(n / plain.length)]}`
const pairs = () => plain.length * typed.length
const all = size => size
const firstPages = () => FIRST_PAGES * SIZES
const firstPage = n =>
  `pagination[page]=${1 + (n % FIRST_PAGES)}&pagination[pageSize]=${10 + Math.floor(n / FIRST_PAGES)}`
const latePages = size => Math.floor(size * LENGTH)
const latePage = from => (n, size) => `pagination[start]=${Math.floor(size * from) + n}&pagination[limit]=${PAGE_SIZE}`
const twoFilters = n => `filters[category]=${CATEGORIES[n % 4]}&filters[views][$gte]=${Math.floor(n / 4)}`
const list = at => (n, size, found) => `/api/articles?${at(n, size, found)}`
const aggregate = n => `/api/articles/aggregate?count&sum[]=views&groupBy[]=category&filters[views][$gte]=${n}`
const panel = n => `/admin/api/content/api::article.article?sort=title:asc&columns=title,author&${firstPage(n)}`
const put = data => (n, size) => ({ method: 'PUT', path: `/api/articles/${1 + (n % size)}`, body: { data: data(n) } })
const text = n => `${plain[n % plain.length]} ${plain[(n * 7) % plain.length]} ${n}`
const created = n => ({
  ...{ title: `New ${text(n)}`, slug: `new-${n}`, summary: text(n), body: text(n).repeat(20), category: 'news' },
  ...{ views: n % VIEWS, author: 1, tags: [1, 2, 3], publishedAt: new Date(n * 60_000) },
})

/** `count` is how many addresses there are, `at` gives one. `counts`: how much an answer counts grows with the content. */
const CASES = [
  {
    name: 'published',
    group: 'lists',
    title: 'sort=publishedAt:desc',
    count: firstPages,
    at: list(sorted('publishedAt:desc')),
  },
  { name: 'title', group: 'lists', title: 'sort=title', count: firstPages, at: list(sorted('title')) },
  {
    name: 'equals',
    group: 'lists',
    title: 'title equals',
    count: (_size, { titles }) => titles.length,
    at: list((n, _size, { titles }) => `filters[title]=${encodeURIComponent(titles[n])}`),
  },
  { name: 'slug', group: 'lists', title: 'slug equals', count: all, at: list(n => `filters[slug]=article-${n + 1}`) },
  {
    name: 'author',
    group: 'lists',
    title: 'articles of an author',
    count: authorsOf,
    at: list(n => `filters[author][id]=${n + 1}`),
  },
  { name: 'middle', group: 'lists', title: 'pages at 40 to 48 %', count: latePages, at: list(latePage(MIDDLE)) },
  { name: 'last', group: 'lists', title: 'pages at 90 to 98 %', count: latePages, at: list(latePage(END)) },
  {
    name: 'estimate',
    group: 'lists',
    title: 'two filters, withCount=estimate',
    strapi: false,
    count: () => 4 * VIEWS,
    at: list(n => `${twoFilters(n)}&pagination[withCount]=estimate`),
  },
  {
    name: 'panel',
    group: 'lists',
    title: 'list of the panel by title',
    strapi: false,
    panel: true,
    count: firstPages,
    at: panel,
  },
  {
    name: 'contains',
    group: 'texts',
    title: 'title contains words, new total',
    counts: true,
    count: pairs,
    at: list(n => `filters[title][$containsi]=${twoWords(n)}`),
  },
  { name: 'q', group: 'texts', title: '_q', count: all, at: list(n => `_q=article-${n + 1}`) },
  {
    name: 'total',
    group: 'whole',
    title: 'two filters, new total',
    counts: true,
    count: () => 4 * VIEWS,
    at: list(twoFilters),
  },
  {
    name: 'aggregate',
    group: 'whole',
    title: 'new aggregate with groupBy',
    counts: true,
    strapi: false,
    count: () => VIEWS,
    at: aggregate,
  },
  {
    name: 'one',
    group: 'entries',
    title: 'one entry, populate=*',
    count: all,
    at: n => `/api/articles/${n + 1}?populate=*`,
  },
  {
    name: 'all',
    group: 'entries',
    title: 'list, populate=*',
    count: firstPages,
    at: list(n => `populate=*&${firstPage(n)}`),
  },
  {
    name: 'tags',
    group: 'writes',
    title: 'set two tags',
    count: () => WRITES,
    at: put(n => ({ tags: [1 + (n % TAGS), 1 + ((n * 7 + 3) % TAGS)] })),
  },
  {
    name: 'update',
    group: 'writes',
    title: 'update',
    count: () => WRITES,
    at: put(n => ({ title: text(n), views: n % VIEWS })),
  },
  {
    name: 'create',
    group: 'writes',
    title: 'create',
    count: () => WRITES,
    at: n => ({ path: '/api/articles', body: { data: created(n) } }),
  },
]

export const GROWING_NAMES = CASES.map(({ name }) => name)

function sorted(by) {
  return n => `sort=${by}&${firstPage(n)}`
}

/**
 * The cells of these cases, with `addresses` as measure.mjs takes them, and answers to look at before, as check-answers.mjs takes them.
 * `admin` is the token for the panel.
 */
export async function growingCases({ names, size, server, admin }) {
  const found = { titles: await titlesOf(server, size) }
  const cases = CASES.filter(each => names.includes(each.name) && (each.strapi !== false || admin !== undefined))
  const both = cases.map(({ name, group, title, counts = false, strapi = true, count, at, panel: needsAdmin }) => {
    const total = count(size, found)
    const asked = n => at(n, size, found)
    const take = takeFrom(drawn(total, total), n => (needsAdmin ? { path: asked(n), token: admin } : asked(n)))
    const random = group === 'writes' ? [] : take(SAMPLES)
    const addresses = { count: total - random.length, take }
    return { cell: { case: name, group, title, counts, size, server, addresses }, compared: { title, random, strapi } }
  })
  return { cells: both.map(({ cell }) => cell), compared: both.map(({ compared }) => compared) }
}

/** From all parts of the content. */
async function titlesOf({ url }, size) {
  const titles = new Set()
  for (let step = 0; step < TITLES.requests; step++) {
    const from = 1 + Math.floor((step * size) / TITLES.requests)
    const query = `fields[0]=title&filters[id][$gte]=${from}&pagination[limit]=${TITLES.each}&pagination[withCount]=false`
    const { data } = /** @type {any} */ (await (await fetch(`${url}/api/articles?${query}`)).json())
    for (const { attributes } of data) titles.add(attributes.title)
  }
  return [...titles]
}
