import { expect, test } from 'vitest'
import { changeOf, copyOf, draftOf, emptyDraft, isSame, nameFrom } from './edited-model.ts'

const FILE = {
  uid: 'api::article.article',
  kind: 'collectionType',
  path: 'src/api/article/content-types/article/schema.json',
  content: {
    info: { singularName: 'article', pluralName: 'articles', displayName: 'Article' },
    options: { draftAndPublish: true },
    attributes: {
      title: { type: 'string' },
      author: { type: 'relation', relation: 'manyToOne', target: 'api::author.author', inversedBy: 'articles' },
    },
  },
} as const

test('a file becomes a draft, and back a change that keeps everything', () => {
  const draft = draftOf(FILE)
  expect(isSame(draft, draftOf(FILE))).toBe(true)
  expect(changeOf(draft, FILE.uid)).toEqual({
    action: 'update',
    uid: FILE.uid,
    model: {
      displayName: 'Article',
      description: '',
      draftAndPublish: true,
      localized: false,
      attributes: [
        { name: 'title', was: 'title', definition: FILE.content.attributes.title },
        { name: 'author', was: 'author', definition: FILE.content.attributes.author },
      ],
    },
  })
})

test('a copy has no names, and relations with one end', () => {
  const copy = copyOf(FILE)
  expect(copy).toMatchObject({ name: '', plural: '', displayName: '', draftAndPublish: true })
  expect(copy.attributes[1]).toEqual({
    key: 'author',
    name: 'author',
    definition: { type: 'relation', relation: 'manyToOne', target: 'api::author.author' },
  })
})

test('a new component has a category, a new type has none', () => {
  const component = changeOf({ ...emptyDraft('component'), name: 'seo', category: 'shared' }, undefined)
  expect(component).toMatchObject({ action: 'create', model: { kind: 'component', name: 'seo', category: 'shared' } })
  const type = changeOf({ ...emptyDraft('singleType'), name: 'home' }, undefined)
  expect(type).toMatchObject({ model: { kind: 'singleType', name: 'home', draftAndPublish: false } })
})

test.each([
  ['Blog post', 'blog-post'],
  ['  Café 2 Go! ', 'cafe-2-go'],
  ['42 things', 'things'],
])('the name of %j is %j', (displayName, name) => {
  expect(nameFrom(displayName)).toBe(name)
})
