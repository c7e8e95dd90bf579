import { describe, expect, test } from 'vitest'
import { create, type Json, problemsOf, typed, update, valuesOf } from '../../../test/support/worlds/write-world.ts'
import { collectUnique } from './plan-write.ts'
import type { EntryWrite } from './write-plan.ts'

describe('components and zones', () => {
  const attributes = {
    card: { type: 'component', component: 'shared.card' },
    links: { type: 'component', component: 'shared.link', repeatable: true, min: 2, max: 3 },
    zone: { type: 'dynamiczone', components: ['shared.card'] },
  }

  test('messages have brackets, paths have parts', () => {
    expect(create(attributes, { links: [{}, { label: 'long', size: 'x' }] }).problems).toEqual([
      { path: ['links', '1', 'label'], message: 'links[1].label must be at most 3 characters' },
      { path: ['links', '1', 'size'], message: typed('links[1].size', 'number', '`NaN` (cast from the value `"x"`).') },
    ])
  })

  test('problems of items come in the order in which they are found', () => {
    expect(problemsOf(create(attributes, { links: [{ size: 'x', key: 'asks' }, { label: 'long' }, null, 5] }))).toEqual(
      [
        `links/2: ${typed('links[2]', 'object', '`null`.')}`,
        `links/3: ${typed('links[3]', 'object', '`null` (cast from the value `5`).')}`,
        'links/1/label: links[1].label must be at most 3 characters',
        `links/0/size: ${typed('links[0].size', 'number', '`NaN` (cast from the value `"x"`).')}`,
        'links: links field must have less than or equal to 3 items',
      ],
    )
  })

  test('an attribute whose name begins another one comes after it', () => {
    const both = {
      part: { type: 'string', required: true },
      parts: { type: 'string', required: true },
      b: { type: 'string', required: true },
    }
    expect(problemsOf(create(both, {}))).toEqual([
      'parts: parts must be defined.',
      'part: part must be defined.',
      'b: b must be defined.',
    ])
  })

  test('the number of items is checked, unless there are none', () => {
    expect(problemsOf(create(attributes, { links: [{}] }))).toEqual(['links: links field must have at least 2 items'])
    expect(problemsOf(create(attributes, { links: [] }))).toEqual([])
  })

  test('lists are never null, and required ones must be there even in a draft', () => {
    expect(problemsOf(create(attributes, { links: null, zone: null }))).toEqual([
      `links: ${typed('links', 'array', '`null`.')}`,
      `zone: ${typed('zone', 'array', '`null`.')}`,
    ])
    const required = {
      links: { ...attributes.links, required: true },
      zone: { ...attributes.zone, required: true },
      card: { ...attributes.card, required: true },
    }
    expect(problemsOf(create(required, { publishedAt: null }, { isDraft: true }))).toEqual([
      'links: links must be defined.',
      'zone: zone must be defined.',
    ])
    expect(problemsOf(create(required, {}))).toContain('card: card must be defined.')
    expect(problemsOf(create(required, { links: [], zone: [], card: { title: 'x' } }))).toEqual([
      'links: links field must have at least 2 items',
    ])
  })

  test('an update keeps components by their id, and makes the others with their defaults', () => {
    const { write } = update(attributes, { links: [{ id: 5, label: 'a' }, { id: '6' }, { label: 'b' }] })
    const [links] = write.components
    expect(links?.items.map(({ id, entry }) => [id, valuesOf({ write: entry })])).toEqual([
      [5, { label: 'a' }],
      [6, {}],
      [null, { label: 'b', size: 4 }],
    ])
  })

  test('ids in what is new are passed over', () => {
    const inside = ({ write }: { write: EntryWrite }) =>
      write.components[0]?.items.map(({ id, entry }) => [id, entry.components[0]?.items.map(item => item.id)])
    expect(inside(create(attributes, { card: { id: 5, title: 'x', links: [{ id: 6 }] } }))).toEqual([[null, [null]]])
    expect(inside(update(attributes, { card: { title: 'x', links: [{ id: 6 }] } }))).toEqual([[null, [null]]])
    expect(inside(update(attributes, { card: { id: 5, links: [{ id: 6 }] } }))).toEqual([[5, [6]]])
  })

  test('an id that no component can have stays an id, so that it is refused', () => {
    const [links] = update(attributes, { links: [{ id: null }, { id: 'x' }] }).write.components
    expect(links?.items.map(({ id }) => id! < 0)).toEqual([true, true])
  })

  test('one component cannot stand in two places', () => {
    expect(problemsOf(update(attributes, { links: [{ id: 5 }, { id: 5 }] }))).toEqual([
      'links/1: links[1] has the same id as links[0]',
    ])
  })

  test('null removes a single component', () => {
    expect(update(attributes, { card: null }).write.components.map(({ items }) => items)).toEqual([[]])
    expect(problemsOf(update(attributes, { card: [] }))).toEqual([`card: ${typed('card', 'object', '`[]`.')}`])
  })

  test('an update demands of a new component only that nothing is null', () => {
    expect(problemsOf(update(attributes, { card: {} }))).toEqual([])
    expect(problemsOf(update(attributes, { card: { title: null } }))).toEqual([
      `card/title: ${typed('card.title', 'string', '`null`.')}`,
    ])
  })

  test('zones take the components of their list', () => {
    expect(problemsOf(create(attributes, { zone: [{ __component: 'shared.card', title: 'x' }] }))).toEqual([])
    expect(problemsOf(create(attributes, { zone: [{ __component: 'shared.link' }] }))).toEqual([
      'zone/0/__component: zone[0].__component must be one of the following values: shared.card',
    ])
    expect(problemsOf(create(attributes, { zone: [{ __component: 'no.such' }] }))).toEqual([
      'zone/0/__component: zone[0].__component must be one of the following values: shared.link, shared.card',
      ': Invalid relations',
    ])
    expect(problemsOf(create(attributes, { zone: [{ title: 'x' }] }))).toEqual([
      'zone/0/__component: zone[0].__component is a required field',
      ': Cannot build relations store from dynamiczone, component identifier is undefined',
    ])
    expect(problemsOf(create(attributes, { zone: [null] }))).toEqual([
      `zone/0: ${typed('zone[0]', 'object', '`null`.')}`,
      ': Invalid relations',
    ])
  })

  test('unique values are collected with the component that has them', () => {
    const unique = { ...attributes, code: { type: 'string', unique: true }, slug: { type: 'uid' } }
    const { write } = update(unique, {
      code: 'c',
      slug: 's',
      links: [{ id: 5, key: 'k' }, { key: 'n' }, { key: null }],
    })
    const found = (stored?: Json) =>
      collectUnique(write, stored).map(({ model, attribute, value, path, componentId }) => [
        model.uid,
        attribute.name,
        value,
        path.join('/'),
        componentId,
      ])
    expect(found()).toEqual([
      ['api::lab.lab', 'code', 'c', 'code', null],
      ['api::lab.lab', 'slug', 's', 'slug', null],
      ['shared.link', 'key', 'k', 'links/0/key', 5],
      ['shared.link', 'key', 'n', 'links/1/key', null],
    ])
    expect(found({ code: 'c', slug: 'other', key: 'k' }).map(([, name]) => name)).toEqual(['slug', 'key', 'key'])
    const taken = [['slug'], ['links', '1', 'key']]
    expect(
      problemsOf(update(unique, { slug: 's', links: [{ key: 'k' }, { key: 'n' }] }, { found: { taken, missing: [] } })),
    ).toEqual(['links/1/key: This attribute must be unique', 'slug: This attribute must be unique'])
  })
})
