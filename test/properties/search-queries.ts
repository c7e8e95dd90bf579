/** Adds words to look for to random queries: such that the caller may read, hidden ones, and nearly the same. */
import fc from 'fast-check'
import type { ContentType } from '../../src/schema/schema.ts'
import type { Query, QueryModel } from './query-generator.ts'

/** Where each type is searched, hidden places included. */
export const SEARCHED: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  article: {
    ...{ title: 5, summary: 2, body: 1, content: 1, internalNote: 4, seo: 2, blocks: 1, links: 1 },
    ...{ 'author.name': 3, 'author.secretNote': 3, 'tags.name': 2, 'related.title': 1, 'secret.code': 1 },
  },
  author: { name: 3, bio: 1, secretNote: 5, 'articles.title': 1, 'team.name': 2 },
  tag: { name: 3, slug: 1, 'articles.title': 2 },
}

/** Where most words are that a search finds. */
const IN_TITLES = /(?:article\.title|article\.summary|author\.name|tag\.name)$/
/** In hidden places of one of the databases. */
const HIDDEN = ['changed', 'changd', 'new', 'draft', 'another', 'secret', 'note', 'carol', 's1', '101']

export const isSearched = ({ singularName }: ContentType): boolean => Object.hasOwn(SEARCHED, singularName)

/** The query with words, for a type that is searched. */
export function withSearch(model: QueryModel, plain: fc.Arbitrary<Query>): fc.Arbitrary<Query> {
  const stored = [...model.stored].flatMap(([place, texts]) => (IN_TITLES.test(place) ? texts : []))
  const known = [...new Set(stored.flatMap(text => text.match(/\p{L}{2,}/gu) ?? []))].sort()
  const word = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...known).chain(nearlyThis) },
    { weight: 1, arbitrary: fc.constantFrom(...HIDDEN).chain(nearlyThis) },
  )
  const words = fc.oneof(
    { weight: 4, arbitrary: word },
    { weight: 1, arbitrary: fc.tuple(word, word).map(pair => pair.join(' ')) },
    { weight: 1, arbitrary: fc.tuple(word, word).map(pair => `"${pair.join(' ')}"`) },
  )
  const options = fc.record(
    {
      typos: fc.constantFrom('true', 'false'),
      prefixes: fc.constantFrom('true', 'false'),
      snippets: fc.constant('true'),
    },
    { requiredKeys: [] },
  )
  return fc.tuple(plain, words, options).map(([query, asked, given]) => ({
    ...query,
    search: Object.keys(given).length === 0 ? asked : { query: asked, ...given },
  }))
}

/** The word, its beginning, or with a letter missing. */
function nearlyThis(word: string): fc.Arbitrary<string> {
  const letters = [...word]
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant(word) },
    { weight: 1, arbitrary: fc.constant(letters.slice(0, Math.max(2, letters.length - 2)).join('')) },
    {
      weight: 1,
      arbitrary: fc.nat(letters.length - 1).map(at => letters.filter((_, index) => index !== at).join('')),
    },
  )
}
