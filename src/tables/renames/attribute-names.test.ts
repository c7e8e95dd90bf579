import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildSchema } from '../../schema/load/build-schema.ts'
import { namesAfter } from './attribute-names.ts'

const type = (name: string, attributes: object) => ({
  [`src/api/${name}/content-types/${name}/schema.json`]: {
    collectionName: `${name}s`,
    info: { singularName: name, pluralName: `${name}s`, displayName: name },
    attributes,
  },
})
const part = (name: string, attributes: object) => ({
  [`src/components/shared/${name}.json`]: { collectionName: `components_${name}s`, info: {}, attributes },
})
const relation = (target: string) => ({ type: 'relation', relation: 'manyToOne', target })

/** After: `post.title` was `headline`, `post.meta` was `seo`, `person.name` was `title`, `shared.seo.text` was `title`. */
const { schema } = buildSchema({
  ...type('post', {
    title: { type: 'string' },
    facts: { type: 'json' },
    meta: { type: 'component', component: 'shared.seo' },
    blocks: { type: 'dynamiczone', components: ['shared.seo', 'shared.quote'] },
    author: relation('api::person.person'),
  }),
  ...type('person', { name: { type: 'string' }, friend: relation('api::person.person') }),
  ...type('tag', { title: { type: 'string' } }),
  ...part('seo', { text: { type: 'string' } }),
  ...part('quote', { inner: { type: 'component', component: 'shared.seo', repeatable: true } }),
})
const POST = 'api::post.post'
const RENAMES = [
  { uid: POST, from: 'headline', to: 'title' },
  { uid: POST, from: 'seo', to: 'meta' },
  { uid: 'api::person.person', from: 'title', to: 'name' },
  { uid: 'shared.seo', from: 'title', to: 'text' },
]
const names = namesAfter(schema, RENAMES)

describe('the names of attributes after a rename', () => {
  test('types whose entries have one of them', () => {
    expect(names.types).toEqual([POST, 'api::person.person'])
  })

  test.each([
    ['headline', 'title'],
    ['seo.title', 'meta.text'],
    ['author.friend.title', 'author.friend.name'],
    ['facts.headline', 'facts.headline'],
    ['author.headline', 'author.headline'],
    ['*', '*'],
  ])('the path %s is %s', (before, after) => {
    expect(names.path(POST, before)).toBe(after)
  })

  test.each([
    ['headline:desc, -seo.title,*', 'title:desc, -meta.text,*'],
    [
      ['headline', 'author.title:asc'],
      ['title', 'author.name:asc'],
    ],
    [{ 0: 'headline' }, { 0: 'title' }],
    [7, 7],
    [null, null],
  ])('the list %j is %j', (before, after) => {
    expect(names.list(POST, before)).toEqual(after)
  })

  test('filters, in groups, relations, components and dynamic zones', () => {
    const before = {
      $and: [{ headline: { $contains: 'headline' } }, { $not: { seo: { title: 'a' } } }],
      author: { $or: [{ title: 'b' }, { friend: { title: { $in: ['title'] } } }] },
      'author.title': 'c',
      blocks: { on: { 'shared.seo': { title: 'd' } } },
      facts: { headline: 'e' },
    }
    expect(names.filters(POST, before)).toEqual({
      $and: [{ title: { $contains: 'headline' } }, { $not: { meta: { text: 'a' } } }],
      author: { $or: [{ name: 'b' }, { friend: { name: { $in: ['title'] } } }] },
      'author.name': 'c',
      blocks: { on: { 'shared.seo': { text: 'd' } } },
      facts: { headline: 'e' },
    })
  })

  test('a query with all that it populates', () => {
    const before = {
      fields: ['headline'],
      sort: 'headline:desc',
      filters: { headline: 'a' },
      populate: {
        seo: { fields: 'title' },
        author: { sort: ['title'], populate: 'friend', filters: { title: 'b' } },
        blocks: { on: { 'shared.quote': { populate: { inner: { fields: ['title'] } } } } },
      },
      pagination: { limit: 3 },
    }
    expect(names.query(POST, before)).toEqual({
      fields: ['title'],
      sort: 'title:desc',
      filters: { title: 'a' },
      populate: {
        meta: { fields: 'text' },
        author: { sort: ['name'], populate: 'friend', filters: { name: 'b' } },
        blocks: { on: { 'shared.quote': { populate: { inner: { fields: ['text'] } } } } },
      },
      pagination: { limit: 3 },
    })
    expect(names.query(POST, { populate: 'seo,author.friend' })).toEqual({ populate: 'meta,author.friend' })
    expect(names.query(POST, { populate: ['seo', '*'] })).toEqual({ populate: ['meta', '*'] })
    const other = { fields: ['headline'], sort: 'headline', populate: 'seo' }
    expect(names.query('api::tag.tag', other)).toEqual(other)
  })

  test('values of an entry, inside components too, and not inside values', () => {
    const before = {
      headline: 'headline',
      seo: { id: 1, title: 'seo' },
      facts: { headline: 1 },
      author: { title: 2 },
      blocks: [
        { __component: 'shared.seo', title: 3 },
        { __component: 'shared.quote', inner: [{ title: 4 }] },
      ],
    }
    expect(names.values(POST, before)).toEqual({
      title: 'headline',
      meta: { id: 1, text: 'seo' },
      facts: { headline: 1 },
      author: { title: 2 },
      blocks: [
        { __component: 'shared.seo', text: 3 },
        { __component: 'shared.quote', inner: [{ text: 4 }] },
      ],
    })
  })

  test('what is long gone makes room for what gets its name', () => {
    expect(names.values(POST, { title: 'gone', headline: 'here' })).toEqual({ title: 'here' })
    expect(names.values(POST, { headline: 'here', title: 'gone' })).toEqual({ title: 'here' })
  })

  test('two attributes that change places', () => {
    const swap = namesAfter(schema, [
      { uid: POST, from: 'title', to: 'facts' },
      { uid: POST, from: 'facts', to: 'title' },
    ])
    expect(swap.values(POST, { title: 1, facts: 2 })).toEqual({ facts: 1, title: 2 })
  })

  test('whatever is stored, nothing fails and nothing but names changes', () => {
    const shape = (given: unknown): unknown => {
      if (Array.isArray(given)) return given.map(shape)
      return typeof given === 'object' && given !== null ? Object.values(given).map(shape) : typeof given
    }
    const words = fc.constantFrom(
      'headline',
      'seo',
      'author',
      'blocks',
      'on',
      '$and',
      'populate',
      'filters',
      '__proto',
      '0',
      '',
    )
    const { json } = fc.letrec(tie => ({
      json: fc.oneof(
        { maxDepth: 6 },
        fc.oneof(words, fc.jsonValue({ maxDepth: 1 })),
        fc.array(tie('json'), { maxLength: 3 }),
        fc.dictionary(words, tie('json'), { maxKeys: 4 }),
      ),
    }))
    fc.assert(
      fc.property(json, given => {
        const before = JSON.stringify(given)
        for (const change of ['list', 'filters', 'query', 'values', 'members'] as const)
          expect(shape(names[change](POST, given))).toEqual(shape(given))
        expect(JSON.stringify(given)).toBe(before)
      }),
    )
  })
})
