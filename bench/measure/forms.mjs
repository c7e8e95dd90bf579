/**
 * What the query language has beyond Strapi's: each form, and the plain queries that a client would send instead, or the one that
 * it is nearest to.
 */
import { DEEP } from './cases.mjs'

const PAGES = 40
const NOTICE_PAGES = 10
const PLACE_SIZE = 100
const LARGEST_PAGE = 100
const FIGURES = `fields[0]=category&fields[1]=views&pagination[pageSize]=${LARGEST_PAGE}`
const AS_JSON = {
  fields: ['title', 'slug'],
  filters: { featured: true },
  populate: { author: { fields: ['name'] } },
  sort: ['title'],
}
const AS_TEXT = 'fields[0]=title&fields[1]=slug&filters[featured]=true&populate[author][fields][0]=name&sort[0]=title'

/**
 * A path, or a path and the JSON to send there.
 * @typedef {string | { path: string, body: object }} Asked
 *
 * What the form and the plain query ask, by what `lookUp` has found out, and how many plain queries the form replaces: one if absent.
 * @type {{ title: string, form: (found: any) => Asked[], plain: (found: any) => Asked[], queries?: (found: any) => number }[]}
 */
export const FORMS = [
  pair('leave out a field', 'fields[0]=-body', ''),
  pair('a part of a JSON value', 'populate[cover][fields][0]=formats.thumbnail', 'populate[cover]=true'),
  pair('ids', 'populate[comments][ids]=true', 'populate[comments]=true'),
  pair('count', 'populate[comments][count]=true', 'populate[comments]=true'),
  pair('exists', 'populate[comments][exists]=true', 'populate[comments]=true'),
  pair('required', 'populate[comments][required]=true', 'populate[comments]=true'),
  pair('some components of a zone', 'populate[blocks][components][0]=blocks.text', 'populate[blocks]=true'),
  pair('filter by blocks', 'filters[blocks][on][blocks.quote]=true', 'filters[author][id][$notNull]=true'),
  pair('flat', 'format=flat&populate=*', 'populate=*'),
  pair('deep, two levels', 'populate=deep,2', DEEP),
  {
    title: 'by a unique field',
    form: ({ slugs }) => slugs.map(slug => `/api/articles/slug:${slug}`),
    plain: ({ slugs }) => slugs.map(slug => `/api/articles?filters[slug]=${slug}`),
  },
  {
    title: 'first place',
    form: () => [list('pagination[after]=')],
    plain: () => [list('pagination[page]=1')],
  },
  {
    title: 'a place halfway',
    form: ({ halfway }) => [list(`pagination[after]=${halfway}`)],
    plain: ({ pages }) => [list(`pagination[page]=${Math.ceil(pages / 2)}`)],
  },
  {
    title: 'named query',
    form: () => ['/api/queries/latest'],
    plain: () => [list('fields[0]=title&populate[author][fields][0]=name&sort=writtenOn:desc')],
  },
  {
    title: 'aggregate',
    form: () => ['/api/articles/aggregate?count&sum[]=views&groupBy[]=category'],
    plain: ({ size }) => pagesOf(size / LARGEST_PAGE, page => list(`${FIGURES}&pagination[page]=${page}`)),
    queries: ({ size }) => size / LARGEST_PAGE,
  },
  {
    title: 'fallback',
    form: () => pagesOf(NOTICE_PAGES, page => `/api/notices?locale=fr&fallback=en&pagination[page]=${page}`),
    plain: () =>
      ['fr', 'en'].flatMap(locale =>
        pagesOf(NOTICE_PAGES, page => `/api/notices?locale=${locale}&pagination[page]=${page}`),
      ),
    queries: () => 2,
  },
  {
    title: 'a query as JSON',
    form: () => pagesOf(PAGES, page => ({ path: '/api/articles/query', body: { ...AS_JSON, pagination: { page } } })),
    plain: () => pagesOf(PAGES, page => list(`${AS_TEXT}&pagination[page]=${page}`)),
  },
  {
    title: 'search, a rare word',
    form: ({ words }) => words.map(word => list(`search[query]=${word}&search[typos]=false`)),
    plain: ({ words }) => words.map(word => list(`_q=${word}`)),
  },
  {
    title: 'search with typing errors',
    form: ({ words }) => words.map(word => list(`search=${word}`)),
    plain: ({ words }) => words.map(word => list(`_q=${word}`)),
  },
]

function pair(title, form, plain) {
  const pages = query => pagesOf(PAGES, page => list(join(query, `pagination[page]=${page}`)))
  return { title, form: () => pages(form), plain: () => pages(plain) }
}

/** @template T @param {number} count @param {(page: number) => T} ask @returns {T[]} */
function pagesOf(count, ask) {
  return Array.from({ length: count }, (_, index) => ask(index + 1))
}

function list(query) {
  return `/api/articles?${query}`
}

const join = (...parts) => parts.filter(part => part !== '').join('&')

/** Slugs, a place halfway down the list, and words that few articles have. */
export async function lookUp(url, size) {
  /** @returns {Promise<any>} */
  const read = async path => (await fetch(`${url}${path}`)).json()
  const sample = await read(list(`fields[0]=slug&pagination[page]=${Math.ceil(size / 300)}&pagination[pageSize]=100`))
  const slugs = sample.data.map(({ attributes }) => attributes.slug)
  let halfway = ''
  for (let walked = 0; walked < size / 2; walked += PLACE_SIZE) {
    const { meta } = await read(list(`fields[0]=id&pagination[pageSize]=${PLACE_SIZE}&pagination[after]=${halfway}`))
    halfway = meta.pagination.after
  }
  return { slugs, halfway, size, pages: size / 25, words: slugs.slice(0, 20).map(slug => rareWord(slug)) }
}

/** The number at the end of a slug is no other word. */
const rareWord = slug => slug.split('-').at(-1)
