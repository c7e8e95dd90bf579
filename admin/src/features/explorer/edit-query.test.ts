import { describe, expect, it } from 'vitest'
import { chosenFields, optionsAt, put, toggleComponent, toggleField, togglePart } from './edit-query.ts'

const FIELDS = ['title', 'slug']
const PARTS = ['author', 'tags']

describe('a query is changed', () => {
  it('by ticking fields, of which all is the same as none', () => {
    const one = toggleField({}, [], 'slug', FIELDS)
    expect(one).toEqual({ fields: ['title'] })
    expect(toggleField(one, [], 'slug', FIELDS)).toEqual({})
    expect(toggleField(one, [], 'title', FIELDS)).toEqual({ fields: [''] })
    expect(toggleField({ fields: [''] }, [], 'slug', FIELDS)).toEqual({ fields: ['slug'] })
    expect(chosenFields({ fields: ['*'] })).toBe(null)
  })

  it('by ticking parts, at any depth', () => {
    const tags = togglePart({}, [], 'tags', PARTS)
    expect(tags).toEqual({ populate: { tags: true } })
    const deeper = togglePart(tags, ['populate', 'tags'], 'articles', ['articles'])
    expect(deeper).toEqual({ populate: { tags: { populate: { articles: true } } } })
    expect(togglePart(deeper, ['populate', 'tags'], 'articles', ['articles'])).toEqual(tags)
    expect(togglePart(tags, [], 'tags', PARTS)).toEqual({})
    expect(togglePart({ populate: '*' }, [], 'tags', PARTS)).toEqual({ populate: { author: true } })
  })

  it('by ticking components of a zone', () => {
    const hero = toggleComponent({ populate: { blocks: true } }, ['populate', 'blocks'], 'blocks.hero')
    expect(hero).toEqual({ populate: { blocks: { on: { 'blocks.hero': true } } } })
    expect(toggleComponent(hero, ['populate', 'blocks'], 'blocks.hero')).toEqual({ populate: { blocks: true } })
  })

  it('by options, which leave nothing empty behind', () => {
    const sorted = put({ populate: { tags: true } }, ['populate', 'tags', 'sort'], ['name:asc'])
    expect(optionsAt(sorted, ['populate', 'tags'])).toEqual({ sort: ['name:asc'] })
    expect(put(sorted, ['populate', 'tags', 'sort'], undefined)).toEqual({ populate: { tags: true } })
    const paged = put({}, ['pagination', 'pageSize'], '5')
    expect(put(paged, ['pagination', 'pageSize'], undefined)).toEqual({})
    expect(optionsAt({}, ['populate', 'tags'])).toBe(undefined)
  })
})
