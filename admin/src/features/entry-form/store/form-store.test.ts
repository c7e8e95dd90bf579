import { expect, it, vi } from 'vitest'
import type { AttributeInfo } from '../../../../../src/admin-api/schema-api.ts'
import { mergeOf, onTopOf } from '../merging/merge.ts'
import { checkAll } from './check-values.ts'
import { changedInput, newInput } from './entry-input.ts'
import { FormStore } from './form-store.ts'
import type { RelationState } from './form-value.ts'
import { emptyValues, formValues, newPart } from './form-values.ts'
import { formPath, serverPath } from './problem-paths.ts'
import { addPage, connect, disconnect, move } from './relation-state.ts'

const attribute = (info: Partial<AttributeInfo> & Pick<AttributeInfo, 'type'>): AttributeInfo => ({
  required: false,
  private: false,
  localized: true,
  writable: true,
  ...info,
})

const components = (uid: string) =>
  uid === 'blocks.quote'
    ? { text: attribute({ type: 'text' }), by: attribute({ type: 'relation', target: 'api::a.a' }) }
    : {
        heading: attribute({ type: 'string' }),
        links: attribute({ type: 'component', component: 'blocks.quote', repeatable: true }),
      }

const attributes = {
  title: attribute({ type: 'string' }),
  facts: attribute({ type: 'json' }),
  cover: attribute({ type: 'media' }),
  tags: attribute({ type: 'relation', relation: 'manyToMany', target: 'api::tag.tag', multiple: true }),
  blocks: attribute({ type: 'dynamiczone', components: ['blocks.quote', 'blocks.hero'] }),
}

const model = { attributes, components }
const all = { ...model, may: () => true }

const tag = (id: number) => ({ id, title: `tag ${id}`, status: null, locale: null })

const saved = () =>
  formValues(
    {
      title: 'Tea',
      facts: { a: 1 },
      cover: null,
      tags: { count: 12, items: [tag(1), tag(2), tag(3)] },
      blocks: [
        { id: 3, __component: 'blocks.quote', text: 'one', by: { count: 0, items: [] } },
        {
          id: 3,
          __component: 'blocks.hero',
          heading: 'two',
          links: [{ id: 9, text: 'deep', by: { count: 0, items: [] } }],
        },
      ],
    },
    model,
  )

it('tells only those who show a value that it has changed', () => {
  const store = new FormStore(model, saved())
  const [title, text, other] = [vi.fn(), vi.fn(), vi.fn()]
  store.values.subscribe('title', title)
  store.values.subscribe('blocks.quote-3.text', text)
  store.values.subscribe('blocks', other)
  store.set('blocks.quote-3.text', 'changed')
  expect([title.mock.calls.length, text.mock.calls.length, other.mock.calls.length]).toEqual([0, 1, 0])
})

it('sends what has changed and nothing else', () => {
  const store = new FormStore(model, saved())
  store.set('title', 'Coffee')
  store.set('facts', '{"a": 2}')
  expect(store.settle()).toEqual(['title', 'facts'])
  expect(changedInput(store.saved, store.readAll(), all)).toEqual({ title: 'Coffee', facts: { a: 2 } })
  store.set('title', 'Tea')
  store.set('facts', '{\n  "a": 1\n}')
  expect(store.settle()).toEqual([])
})

it('moves parts without touching what is in them', () => {
  const store = new FormStore(model, saved())
  const inside = vi.fn()
  store.values.subscribe('blocks.quote-3.text', inside)
  store.movePart('blocks', 0, 1)
  expect(inside).not.toHaveBeenCalled()
  expect(changedInput(store.saved, store.readAll(), all)).toEqual({
    blocks: [
      { __component: 'blocks.hero', id: 3, heading: 'two', links: [{ id: 9, text: 'deep' }] },
      { __component: 'blocks.quote', id: 3, text: 'one' },
    ],
  })
})

it('keeps new parts when they are saved, and what was written since', () => {
  const store = new FormStore(model, saved())
  const part = newPart('blocks.quote', components)
  store.insertPart('blocks', 1, part)
  store.set(`blocks.${part.key}.text`, 'sent')
  const sent = store.readAll()
  store.set(`blocks.${part.key}.text`, 'written since')
  const answer = formValues(
    {
      title: 'Tea',
      facts: { a: 1 },
      cover: null,
      tags: { count: 12, items: [tag(1), tag(2), tag(3)] },
      blocks: [
        { id: 3, __component: 'blocks.quote', text: 'one', by: { count: 0, items: [] } },
        { id: 4, __component: 'blocks.quote', text: 'sent', by: { count: 0, items: [] } },
        {
          id: 3,
          __component: 'blocks.hero',
          heading: 'two',
          links: [{ id: 9, text: 'deep', by: { count: 0, items: [] } }],
        },
      ],
    },
    { ...model, previous: sent, isAnswer: true },
  )
  store.setSaved(answer, ['blocks'])
  expect(store.parts('blocks').map(({ key, id }) => [key, id])).toEqual([
    ['quote-3', 3],
    [part.key, 4],
    ['hero-3', 3],
  ])
  expect(store.values.get(`blocks.${part.key}.text`)).toBe('written since')
  expect(store.settle()).toEqual(['blocks'])
})

it('sends relations as changes, in order, though only the first are loaded', () => {
  const state = saved().tags as RelationState
  const change = (tags: RelationState) => changedInput(saved(), { ...saved(), tags }, all)
  expect(change(connect(state, tag(20), true))).toEqual({ tags: { connect: [{ id: 20 }] } })
  expect(change(disconnect(state, tag(2)))).toEqual({ tags: { disconnect: [{ id: 2 }] } })
  expect(change(connect(disconnect(state, tag(3)), tag(3), true))).toEqual({})
  expect(change(move(state, 2, 0))).toEqual({
    tags: {
      connect: [
        { id: 3, position: { start: true } },
        { id: 1, position: { after: 3 } },
        { id: 2, position: { after: 1 } },
      ],
    },
  })
  const more = addPage(connect(state, tag(20), true), [tag(4)], 12)
  expect(more.items.map(({ id }) => id)).toEqual([1, 2, 3, 4, 20])
  expect(change(more)).toEqual({ tags: { connect: [{ id: 20 }] } })
})

it('sends everything that a new entry has', () => {
  const values = {
    ...emptyValues(attributes, components),
    title: 'New',
    tags: connect(emptyValues(attributes, components).tags as RelationState, tag(2), true),
  }
  expect(newInput(values, all)).toEqual({ title: 'New', tags: { connect: [{ id: 2 }] }, blocks: [] })
})

it('leaves out what the person may not change', () => {
  const store = new FormStore(model, saved())
  store.set('title', 'Coffee')
  store.set('blocks.quote-3.text', 'changed')
  const may = (field: string) => field === 'blocks' || field === 'blocks.text'
  expect(changedInput(store.saved, store.readAll(), { ...model, may })).toEqual({
    blocks: [
      { __component: 'blocks.quote', id: 3, text: 'changed' },
      { __component: 'blocks.hero', id: 3 },
    ],
  })
})

it('names places as the server does, and back', () => {
  const store = new FormStore(model, saved())
  expect(formPath(store, ['blocks', '1', 'links', '0', 'text'])).toBe('blocks.hero-3.links.quote-9.text')
  expect(serverPath(store, 'blocks.hero-3.links.quote-9.text')).toBe('blocks.1.links.0.text')
  expect(formPath(store, ['title'])).toBe('title')
  expect(formPath(store, ['blocks', '7', 'text'])).toBe('blocks')
})

it('merges what two people changed, and asks only about what both did', () => {
  const from = saved()
  const theirs = { ...from, title: 'Their tea', facts: '{"b":1}' }
  const changes = {
    title: { mine: 'My tea', from: from.title! },
    facts: { mine: '{"b":1}', from: from.facts! },
    cover: { mine: [], from: from.cover! },
  }
  expect(mergeOf(changes, theirs, model)).toEqual({ merged: { facts: '{"b":1}', cover: [] }, both: ['title'] })
})

it('makes parts new that the other person has removed', () => {
  const mine = saved().blocks!
  const [first] = mine as readonly [{ id: number | null }]
  const result = onTopOf(mine, [mine[1 as never]] as never) as readonly { id: number | null }[]
  expect(first.id).toBe(3)
  expect(result.map(({ id }) => id)).toEqual([null, 3])
})

it('does not take the same parts for a change because they got other keys', () => {
  const part = (key: string, text: string) => ({ ...newPart('blocks.quote', components), key, values: { text } })
  const changes = { blocks: { from: [part('k1', 'kept')], mine: [part('k1', 'kept'), part('k2', 'new')] } }
  const { both, merged } = mergeOf(changes, { ...saved(), blocks: [part('k9', 'kept')] }, model)
  expect(both).toEqual([])
  expect(merged.blocks).toHaveLength(2)
})

it('does not leave it to the database to round decimals', () => {
  const price = { attributes: { price: attribute({ type: 'decimal' }) }, components }
  const findings = (value: number) => checkAll(new FormStore(price, { price: value }), true)
  expect([1, -1.5, 1.23, 0].flatMap(findings)).toEqual([])
  const message = 'price must have at most two digits after the decimal point'
  expect([1.234, 1e-7].flatMap(findings)).toEqual([1, 2].map(() => ({ path: 'price', message })))
})
