/** What a site with visitors asks: the same few kinds of questions, and no address twice. */
import { LOCALES, pageSlug, pagesOf } from '../content/extended.mjs'
import { drawn } from '../content/random.mjs'
import { authorsOf } from '../content/tables.mjs'
import { WORDS } from '../content/texts.mjs'
import { userToken } from '../servers/secrets.mjs'
import { DEEP } from './cases.mjs'

/** So many answers of each case are compared; none of these addresses is measured. */
const SAMPLES = 5
const CATEGORIES = ['news', 'guide', 'essay', 'interview']
/** Articles have fewer views than this. */
const VIEWS = 100_000
const PAGE_SIZE = 25
const IN = 5
/** No number of an article is as far from the next as this. */
const STRIDE = 997

const plain = WORDS.filter(word => /^[a-z]+$/.test(word))
/** What someone has typed of a word. */
const typed = [...new Set(plain.flatMap(word => Array.from(word, (_, index) => word.slice(0, index + 1))))]

/** By the id of the user. */
const tokens = new Map()

/**
 * `count` is how many addresses a case has for a number of articles, `at` gives one of them by its number, from 0. `strapi: false` where
 * Strapi v4 has nothing like it.
 */
const CASES = [
  { name: 'one', title: 'one entry by id, populate=*', count: all, at: n => `/api/articles/${n + 1}?populate=*` },
  {
    name: 'slug',
    title: 'slug, populate=*',
    count: all,
    at: n => list(`filters[slug]=article-${n + 1}&populate=*`),
  },
  { name: 'list', title: 'list from an id on', count: all, at: n => list(from(n)) },
  { name: 'all', title: 'the same, populate=*', count: all, at: n => list(`${from(n)}&populate=*`) },
  { name: 'deep', title: 'the same, deep', count: all, at: n => list(`${from(n)}&${DEEP}`) },
  {
    name: 'sorted',
    title: 'any page by title, a filter',
    // Half of all articles have at least half of the views.
    count: size => (VIEWS / 2) * Math.ceil(size / 2 / PAGE_SIZE),
    at: n =>
      list(`sort=title&filters[views][$gte]=${n % (VIEWS / 2)}&pagination[page]=${1 + Math.floor(n / (VIEWS / 2))}`),
  },
  { name: 'author', title: 'articles of an author', count: authorsOf, at: n => list(`filters[author][id]=${n + 1}`) },
  {
    name: 'contains',
    title: 'title contains words',
    count: () => plain.length * typed.length,
    at: n => list(`filters[title][$containsi]=${plain[n % plain.length]}%20${typed[Math.floor(n / plain.length)]}`),
  },
  {
    name: 'two',
    title: 'two filters',
    count: () => CATEGORIES.length * VIEWS,
    at: n => list(`filters[category]=${CATEGORIES[n % 4]}&filters[views][$gte]=${Math.floor(n / 4)}`),
  },
  { name: 'in', title: '$in, five ids', count: all, at: (n, size) => list(someIds(n, size)) },
  {
    name: 'search',
    title: 'search for a rare word',
    strapi: false,
    count: all,
    at: n => list(`search=${n + 1}`),
  },
  {
    name: 'locale',
    title: 'slug in a locale, populate=*',
    count: size => pagesOf(size) * LOCALES.length,
    at: n => `/api/pages?locale=${LOCALES[n % LOCALES.length]}&filters[slug]=${pageSlug(n + 1)}&populate=*`,
  },
  { name: 'own', title: "a user's own articles", count: size => authorsOf(size) * VIEWS, at: ownArticles },
]

export const VARIED_NAMES = CASES.map(({ name }) => name)

/** The cases of these names, with answers to compare (as cases.mjs has them) and `addresses`, which starts anew with each call. */
export function variedCases(names, size) {
  return CASES.filter(({ name }) => names.includes(name)).map(({ name, title, strapi = true, count, at }) => {
    const total = count(size)
    const draw = () => takeFrom(drawn(total, total), n => at(n, size))
    const addresses = () => {
      const take = draw()
      take(SAMPLES)
      return { count: total - SAMPLES, take }
    }
    return { name, title, strapi, known: false, random: draw()(SAMPLES), repeated: [], addresses }
  })
}

/** Gives a function that takes so many of what is left. */
export function takeFrom(numbers, at) {
  return most => {
    const taken = []
    while (taken.length < most) {
      const { value, done } = numbers.next()
      if (done) break
      taken.push(at(value))
    }
    return taken
  }
}

function all(size) {
  return size
}

function list(query) {
  return `/api/articles?${query}`
}

function from(n) {
  return `filters[id][$gte]=${n + 1}`
}

function someIds(n, size) {
  const ids = Array.from({ length: IN }, (_, index) => 1 + ((n + index * STRIDE) % size))
  return ids.map((id, index) => `filters[id][$in][${index}]=${id}`).join('&')
}

/** Ours has a rule that leaves users only these; Strapi has to be asked for them. */
function ownArticles(n, size) {
  const user = 1 + (n % authorsOf(size))
  const query = `filters[author][email]=author${user}@example.org&filters[views][$gte]=${Math.floor(n / authorsOf(size))}`
  if (!tokens.has(user)) tokens.set(user, userToken(user))
  return { path: list(query), token: tokens.get(user) }
}
