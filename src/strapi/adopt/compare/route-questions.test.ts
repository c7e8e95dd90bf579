import { expect, test } from 'vitest'
import { buildSchema } from '../../../schema/load/build-schema.ts'
import { routeQuestions } from './route-questions.ts'

const { schema } = buildSchema({
  'src/api/post/content-types/post/schema.json': {
    collectionName: 'posts',
    info: { singularName: 'post', pluralName: 'posts' },
    attributes: { slug: { type: 'string' } },
  },
})
const samples = new Map([
  [
    'api::post.post',
    [
      { id: 7, attributes: { slug: 'first post' } },
      { id: 9, attributes: { slug: null } },
      { id: 10, attributes: {} },
    ],
  ],
])
const route = (method: string, path: string, file = 'src/api/post/routes/own.js') => ({ method, path, file })
const asked = (routes: readonly ReturnType<typeof route>[], methods = ['GET']) =>
  routeQuestions({ routes, schema, samples, methods: new Set(methods) }).map(({ method, path }) => `${method} ${path}`)

test('parameters get the values of entries', () => {
  expect(asked([route('GET', '/api/posts/:slug/related')])).toEqual([
    'GET /api/posts/first%20post/related',
    'GET /api/posts/9/related',
  ])
  expect(asked([route('GET', '/api/most-read/:id')])).toEqual(['GET /api/most-read/7', 'GET /api/most-read/9'])
})

test('a path without parameters is asked once, and one of an unknown type with an id that may exist', () => {
  const stranger = route('GET', '/api/things/:id', 'src/plugins/things/strapi-server.js')
  expect(asked([route('GET', '/api/stats'), route('ALL', '/api/stats'), stranger])).toEqual([
    'GET /api/stats',
    'GET /api/things/1',
  ])
})

test('only the methods that may be asked, and no patterns', () => {
  const routes = [route('POST', '/api/posts/like'), route('GET', '/api/files/(.*)')]
  expect(asked(routes)).toEqual([])
  expect(asked(routes, ['GET', 'POST'])).toEqual(['POST /api/posts/like'])
})
