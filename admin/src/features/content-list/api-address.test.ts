import { expect, it } from 'vitest'
import type { TypeInfo } from '../../../../src/admin-api/schema-api.ts'
import { apiAddress } from './api-address.ts'

const type = {
  apiPath: '/api/articles',
  draftAndPublish: true,
  attributes: { title: { type: 'string' }, author: { type: 'relation' } },
} as unknown as TypeInfo

it('asks for the columns, the filters and the page that are shown', () => {
  const search = {
    filters: { title: { $contains: 'tea & milk' } },
    sort: 'title:DESC',
    page: '2',
    pageSize: '20',
    locale: 'de',
  }
  expect(apiAddress(type, search, ['id', 'title', 'author'])).toBe(
    '/api/articles?filters[title][$contains]=tea%20%26%20milk&sort=title:desc&fields[0]=title&populate[0]=author' +
      '&locale=de&publicationState=preview&pagination[page]=2&pagination[pageSize]=20',
  )
})

it('says the state as the content API does', () => {
  expect(apiAddress(type, { status: 'published' }, ['id'])).toBe('/api/articles')
  expect(apiAddress(type, { status: 'draft' }, ['id'])).toBe(
    '/api/articles?filters[publishedAt][$null]=true&publicationState=preview',
  )
})

it('is nothing for a type that the content API does not have', () => {
  expect(apiAddress({ ...type, apiPath: null }, {}, ['id'])).toBeUndefined()
})
