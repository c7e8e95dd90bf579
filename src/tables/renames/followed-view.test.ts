import { expect, test } from 'vitest'
import { buildSchema } from '../../schema/load/build-schema.ts'
import { namesAfter } from './attribute-names.ts'
import { followedView } from './followed-view.ts'

const file = (name: string) => `src/api/${name}/content-types/${name}/schema.json`
const type = (name: string, attributes: object) => ({
  collectionName: `${name}s`,
  info: { singularName: name, pluralName: `${name}s`, displayName: name },
  attributes,
})
const { schema } = buildSchema({
  [file('post')]: type('post', {
    title: { type: 'string' },
    author: { type: 'relation', relation: 'manyToOne', target: 'api::person.person' },
  }),
  [file('person')]: type('person', { name: { type: 'string' } }),
})
const names = namesAfter(schema, [
  { uid: 'api::post.post', from: 'headline', to: 'title' },
  { uid: 'api::person.person', from: 'alias', to: 'name' },
])
const field = (label: string, edit: object = {}) => ({ edit: { label, ...edit }, list: { label, sortable: true } })

test('a view keeps the place, the label and the settings of what is renamed', () => {
  const stored = {
    uid: 'api::post.post',
    settings: { mainField: 'headline', defaultSortBy: 'headline', pageSize: 10 },
    metadatas: {
      id: field('id'),
      // Of an attribute that is long gone.
      title: field('Former title'),
      headline: field('Headline'),
      author: field('author', { mainField: 'alias' }),
    },
    layouts: {
      list: ['id', 'headline', 'author'],
      edit: [[{ name: 'headline', size: 6 }], [{ name: 'author', size: 12 }]],
      editRelations: ['author'],
    },
  }
  expect(followedView(names, 'api::post.post', stored)).toEqual({
    uid: 'api::post.post',
    settings: { mainField: 'title', defaultSortBy: 'title', pageSize: 10 },
    metadatas: { id: field('id'), title: field('Headline'), author: field('author', { mainField: 'name' }) },
    layouts: {
      list: ['id', 'title', 'author'],
      edit: [[{ name: 'title', size: 6 }], [{ name: 'author', size: 12 }]],
      editRelations: ['author'],
    },
  })
})

test('a label that is the name of the attribute is its new name', () => {
  const stored = { metadatas: { headline: field('headline') } }
  expect(followedView(names, 'api::post.post', stored)).toEqual({ metadatas: { title: field('title') } })
})

test.each([null, 7, 'text', [], { settings: 1, metadatas: [], layouts: { list: {}, edit: [1, [2]] } }])(
  '%j stays as it is',
  stored => {
    expect(followedView(names, 'api::post.post', stored)).toEqual(stored)
  },
)
