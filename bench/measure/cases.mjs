/** What is asked: every case has a name, words for the report and the paths of its requests. */

import { seededPick } from '../content/random.mjs'
import { authorsOf } from '../content/tables.mjs'

const PAGE_SIZE = 25
/** Random pages are drawn from so many of the first ones. */
const FIRST_PAGES = 40
const RANDOM_IDS = 1000
/** So many URLs are asked again and again where URLs repeat. */
const REPEATED = 5

export const DEEP = [
  'populate[author][populate][0]=avatar',
  'populate[tags]=true',
  'populate[cover]=true',
  'populate[seo][populate]=*',
  'populate[blocks][populate]=*',
  'populate[comments]=true',
].join('&')

const ZONE = [
  'populate[blocks][on][blocks.text][fields][0]=heading',
  'populate[blocks][on][blocks.quote][fields][0]=text',
  'populate[blocks][on][blocks.quote][fields][1]=source',
  'populate[blocks][on][blocks.call-to-action][populate][0]=link',
].join('&')

const THROUGH_RELATION = 'filters[author][country][$eq]=Norway&sort[0]=author.name:asc&sort[1]=title:desc'

const CASES = [
  { name: 'list', title: 'list', ...pages('') },
  { name: 'level', title: 'one level', ...pages('populate[0]=author&populate[1]=tags&populate[2]=cover') },
  { name: 'all', title: 'populate=*', ...pages('populate=*') },
  { name: 'deep', title: 'deep', ...pages(DEEP) },
  { name: 'zone', title: 'zone with on', ...pages(ZONE) },
  {
    name: 'one',
    title: 'one entry, populate=*',
    random: randomIds,
    repeated: size => randomIds(size).slice(0, REPEATED),
  },
  { name: 'filter', title: 'filter and sort by author', ...pages(THROUGH_RELATION, norwegian) },
  { name: 'middle', title: 'middle page', ...onePage(size => Math.ceil(pageCount(size) / 2)) },
  { name: 'last', title: 'last page', ...onePage(pageCount) },
  { name: '304', title: '304, list', known: true, ...pages('') },
]

export const CASE_NAMES = CASES.map(({ name }) => name)

/** The cases of these names with their paths for a number of articles: `random` to draw from, `repeated` to repeat. */
export function casesOf(names, size) {
  return CASES.filter(({ name }) => names.includes(name)).map(({ random, repeated, ...rest }) => ({
    known: false,
    ...rest,
    random: random(size),
    repeated: repeated(size),
  }))
}

/** Deep pages of all articles, to fill a response cache. */
export function everyDeepPage(size) {
  return Array.from({ length: pageCount(size) }, (_, index) => path(DEEP, index + 1))
}

function pages(query, matching = size => size) {
  const list = (size, most) =>
    Array.from({ length: Math.min(most, pageCount(matching(size))) }, (_, index) => path(query, index + 1))
  return { random: size => list(size, FIRST_PAGES), repeated: size => list(size, REPEATED) }
}

function onePage(page) {
  const paths = size => [path('', page(size))]
  return { random: paths, repeated: paths }
}

function path(query, page) {
  return `/api/articles?${query === '' ? '' : `${query}&`}pagination[page]=${page}`
}

function randomIds(size) {
  const pick = seededPick(size)
  return Array.from({ length: RANDOM_IDS }, () => `/api/articles/${pick(size) + 1}?populate=*`)
}

function pageCount(size) {
  return Math.max(1, Math.ceil(size / PAGE_SIZE))
}

/** Every tenth author is Norwegian, and authors write equally many articles. */
function norwegian(size) {
  return Math.floor(authorsOf(size) / 10) * Math.floor(size / authorsOf(size))
}
