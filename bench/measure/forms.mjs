/**
 * What the query language has beyond Strapi's: each form, and the plain query that a client would send instead, or the one that
 * it is nearest to.
 */

/**
 * Paths of the form and of the plain query, by what `lookUp` has found out.
 * @type {{ title: string, form: (found: any) => string[], plain: (found: any) => string[] }[]}
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
  pair('deep, two levels', 'populate=deep,2', 'populate=*'),
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
    plain: () => [list('fields[0]=category&fields[1]=views&pagination[pageSize]=100')],
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

const PAGES = 40
const PLACE_SIZE = 100

function pair(title, form, plain) {
  const pages = query => Array.from({ length: PAGES }, (_, index) => list(join(query, `pagination[page]=${index + 1}`)))
  return { title, form: () => pages(form), plain: () => pages(plain) }
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
  return { slugs, halfway, pages: size / 25, words: slugs.slice(0, 20).map(slug => rareWord(slug)) }
}

/** The number at the end of a slug is no other word. */
const rareWord = slug => slug.split('-').at(-1)
