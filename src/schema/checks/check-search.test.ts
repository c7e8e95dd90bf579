import { expect, test } from 'vitest'
import type { StartError } from '../../errors.ts'
import { buildSchema } from '../load/build-schema.ts'
import { searchPathName } from '../search/search-path.ts'

const FILE = 'src/api/post/content-types/post/schema.json'

function searchOf(search: unknown) {
  const { schema } = buildSchema({
    [FILE]: {
      info: { singularName: 'post', pluralName: 'posts' },
      collectionName: 'posts',
      pluginOptions: { populus: { search } },
      attributes: {
        title: { type: 'string' },
        body: { type: 'blocks' },
        hidden: { type: 'text', private: true },
        views: { type: 'integer' },
        seo: { type: 'component', component: 'shared.seo' },
        zone: { type: 'dynamiczone', components: ['shared.seo', 'shared.group'] },
        parent: { type: 'relation', relation: 'manyToOne', target: 'api::post.post' },
      },
    },
    'src/components/shared/seo.json': {
      collectionName: 'seos',
      attributes: { label: { type: 'string' }, note: { type: 'string', private: true } },
    },
    'src/components/shared/group.json': {
      collectionName: 'groups',
      attributes: { seo: { type: 'component', component: 'shared.seo', repeatable: true } },
    },
  })
  const { search: paths } = schema.types.get('api::post.post')!
  return Object.fromEntries(paths.map(path => [searchPathName(path), path.weight]))
}

test.each([
  [undefined, {}],
  [false, {}],
  [['title', 'parent.title'], { title: 1, 'parent.title': 1 }],
  [
    { title: 7, seo: true, hidden: 2 },
    { title: 7, 'seo.label': 1, hidden: 2 },
  ],
  [{ zone: 2 }, { 'zone(shared.seo).label': 2, 'zone(shared.group).seo.label': 2 }],
  [true, { title: 3, body: 1, 'seo.label': 1, 'zone(shared.seo).label': 1, 'zone(shared.group).seo.label': 1 }],
])('%j', (search, expected) => {
  expect(searchOf(search)).toEqual(expected)
})

test.each([
  ['title', 'search: must be true, a list of attributes, or an object with attributes and their weights'],
  [{ title: 11 }, 'search.title: must be a whole number from 1 to 10, or true for 1'],
  [{ titel: 1 }, 'search.titel: api::post.post has no attribute "titel". Did you mean "title"?'],
  [{ parent: 1 }, 'search.parent: name the attribute that is searched, such as "parent.name"'],
  [{ 'title.x': 1 }, 'search["title.x"]: "title" leads to no other attributes'],
  [
    ['views'],
    'search.views: has no text; string, text, richtext, blocks, email, uid, enumeration, components and dynamic zones can be searched',
  ],
])('%j is refused', (search, problem) => {
  let details: readonly string[] = []
  try {
    searchOf(search)
  } catch (error) {
    details = (error as StartError).problems
  }
  expect(details).toEqual([`${FILE}, pluginOptions.populus.${problem}`])
})
