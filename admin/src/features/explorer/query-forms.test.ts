import { describe, expect, it } from 'vitest'
import type { TypeInfo } from '../../../../src/admin-api/schema-api.ts'
import { addressOf, clientCode, definitionOf, postBody } from './query-forms.ts'

const ARTICLE = {
  kind: 'collectionType',
  singularName: 'article',
  pluralName: 'articles',
  apiPath: '/api/articles',
} as TypeInfo
const HOME = { kind: 'singleType', singularName: 'homepage', apiPath: '/api/homepage' } as TypeInfo
const QUERY = { fields: ['title'], populate: { author: true }, filters: { slug: { $eq: "it's" } } }

describe('a request', () => {
  it('has an address', () => {
    expect(addressOf(ARTICLE, { part: null, query: {} })).toBe('/api/articles')
    expect(addressOf(ARTICLE, { part: null, query: QUERY })).toBe(
      "/api/articles?fields[0]=title&populate[author]=true&filters[slug][$eq]=it's",
    )
    expect(addressOf(ARTICLE, { part: 'slug:a b', query: {} })).toBe('/api/articles/slug:a%20b')
  })

  it('is a call of the typed client', () => {
    expect(clientCode(HOME, { part: null, query: {} })).toBe("const { data } = await client.find('homepage')")
    expect(clientCode(ARTICLE, { part: '3', query: { populate: '*' } })).toBe(
      "const { data } = await client.findOne('articles', 3, { populate: '*' })",
    )
    expect(clientCode(ARTICLE, { part: 'slug:tide', query: {} })).toBe(
      "const { data } = await client.findOne('articles', { slug: 'tide' })",
    )
    expect(clientCode(ARTICLE, { part: null, query: QUERY })).toBe(
      [
        "const { data } = await client.find('articles', {",
        "  fields: ['title'],",
        '  populate: { author: true },',
        "  filters: { slug: { $eq: 'it\\'s' } },",
        '})',
      ].join('\n'),
    )
  })

  it('is the body of a POST, and the definition of a named query', () => {
    expect(JSON.parse(postBody({ part: null, query: QUERY })!)).toEqual(QUERY)
    expect(postBody({ part: '3', query: {} })).toBe(undefined)
    expect(definitionOf(ARTICLE, { part: null, query: QUERY })).toEqual({ type: 'article', query: QUERY })
    expect(definitionOf(ARTICLE, { part: 'slug:tide', query: {} })).toEqual({
      type: 'article',
      entry: { slug: 'tide' },
      query: {},
    })
  })
})
