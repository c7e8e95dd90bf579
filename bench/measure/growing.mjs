/** Questions whose cost depends on how many entries there are, unless an index answers them. No address comes twice. */
import { drawn } from '../content/random.mjs'
import { authorsOf } from '../content/tables.mjs'
import { WORDS } from '../content/texts.mjs'
import { takeFrom } from './varied.mjs'

const PAGE_SIZE = 25
/** Page sizes from 10 on. */
const SIZES = 90
const FIRST_PAGES = 40
const CATEGORIES = ['news', 'guide', 'essay', 'interview']
const VIEWS = 100_000
/** Where the middle of a list begins, and how much of the list it is. */
const MIDDLE = 0.4
const LENGTH = 0.08
const DEEP_SIZES = 10

const plain = WORDS.filter(word => /^[a-z]+$/.test(word))
const typed = [...new Set(plain.flatMap(word => Array.from(word, (_, index) => word.slice(0, index + 1))))]
const twoWords = n => `${plain[n % plain.length]}%20${typed[Math.floor(n / plain.length)]}`
const firstPages = n =>
  `pagination[page]=${1 + (n % FIRST_PAGES)}&pagination[pageSize]=${10 + Math.floor(n / FIRST_PAGES)}`
const twoFilters = n => `filters[category]=${CATEGORIES[n % 4]}&filters[views][$gte]=${Math.floor(n / 4)}`
const words = () => plain.length * typed.length

/** `count` is how many addresses there are, `at` gives one of them. */
const CASES = [
  {
    name: 'published',
    title: 'sort=publishedAt:desc',
    count: () => FIRST_PAGES * SIZES,
    at: n => `sort=publishedAt:desc&${firstPages(n)}`,
  },
  { name: 'title', title: 'sort=title', count: () => FIRST_PAGES * SIZES, at: n => `sort=title&${firstPages(n)}` },
  { name: 'slug', title: 'slug equals', count: size => size, at: n => `filters[slug]=article-${n + 1}` },
  { name: 'author', title: 'articles of an author', count: authorsOf, at: n => `filters[author][id]=${n + 1}` },
  {
    name: 'contains',
    title: 'title contains words',
    count: words,
    at: n => `filters[title][$containsi]=${twoWords(n)}`,
  },
  { name: 'q', title: '_q', count: size => size, at: n => `_q=article-${n + 1}` },
  {
    name: 'deep page',
    title: 'pages from the middle on',
    count: size => DEEP_SIZES * Math.floor((size / PAGE_SIZE) * LENGTH),
    at: (n, size) => {
      const pageSize = PAGE_SIZE - (n % DEEP_SIZES)
      return `pagination[page]=${Math.ceil((size / pageSize) * MIDDLE) + Math.floor(n / DEEP_SIZES)}&pagination[pageSize]=${pageSize}`
    },
  },
  { name: 'total', title: 'two filters, new total', count: () => 4 * VIEWS, at: twoFilters },
  {
    name: 'estimate',
    title: 'two filters, withCount=estimate',
    count: () => 4 * VIEWS,
    at: n => `${twoFilters(n)}&pagination[withCount]=estimate`,
  },
]

/** The cases, with `addresses` as measure.mjs takes them. */
export function growingCases(size) {
  return CASES.map(({ name, title, count, at }) => {
    const total = count(size)
    const take = takeFrom(drawn(total, total), n => `/api/articles?${at(n, size)}`)
    return { name, title, addresses: { count: total, take } }
  })
}
