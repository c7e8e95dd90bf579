import { expect, it } from 'vitest'
import type { AttributeInfo } from '../../../../../src/admin-api/schema-api.ts'
import { FormStore } from './form-store.ts'
import type { RelationState } from './form-value.ts'
import { formValues, newPart } from './form-values.ts'
import { connect } from './relation-state.ts'

const attribute = (info: Partial<AttributeInfo> & Pick<AttributeInfo, 'type'>): AttributeInfo => ({
  required: false,
  private: false,
  localized: true,
  writable: true,
  ...info,
})

const components = (uid: string) =>
  uid === 'blocks.list'
    ? { quotes: attribute({ type: 'component', component: 'blocks.quote', repeatable: true }) }
    : { text: attribute({ type: 'text' }) }

const attributes = {
  title: attribute({ type: 'string' }),
  body: attribute({ type: 'text' }),
  tags: attribute({ type: 'relation', relation: 'manyToMany', target: 'api::tag.tag', multiple: true }),
  blocks: attribute({ type: 'dynamiczone', components: ['blocks.quote', 'blocks.list'] }),
}

const model = { attributes, components }
const tag = (id: number) => ({ id, title: `tag ${id}`, status: null, locale: null })

const values = (changes: object = {}) => ({
  title: 'Tea',
  body: 'one\n\ntwo',
  tags: { count: 1, items: [tag(1)] },
  blocks: [
    { id: 1, __component: 'blocks.quote', text: 'first' },
    { id: 2, __component: 'blocks.list', quotes: [{ id: 9, text: 'deep' }] },
  ],
  ...changes,
})

const opened = () => new FormStore(model, formValues(values() as never, model))

/** What another person brings, or the answer to a save. */
const arrives = (store: FormStore, changes: object, isAnswer = false) =>
  store.setSaved(formValues(values(changes) as never, { ...model, previous: store.readAll(), isAnswer }))

const texts = (store: FormStore) =>
  store.parts('blocks').map(({ key, id }) => [id, store.values.get(`blocks.${key}.text`) ?? key])

it('undoes and does again, act by act', () => {
  const store = opened()
  expect(store.history.can.get()).toBe('nothing')
  store.set('title', 'Coffee')
  store.movePart('blocks', 0, 1)
  store.removePart('blocks', 'quote-1')
  expect(store.history.undo()).toBe('blocks')
  expect(store.history.undo()).toBe('blocks')
  expect(texts(store)).toEqual([
    [1, 'first'],
    [2, 'list-2'],
  ])
  expect(store.history.can.get()).toBe('both')
  expect(store.history.undo()).toBe('title')
  expect(store.settle()).toEqual([])
  expect(store.history.undo()).toBe(undefined)
  while (store.history.redo() !== undefined);
  expect(store.values.get('title')).toBe('Coffee')
  expect(texts(store)).toEqual([[2, 'list-2']])
})

it('takes what is typed without a pause as one act, with what the form makes of it', () => {
  const store = opened()
  store.set('body', 'other')
  for (const title of ['C', 'Co', 'Cof']) store.set('title', title)
  store.follow('body', 'made of Cof')
  store.set('title', 'Coff')
  store.history.undo()
  expect([store.values.get('title'), store.values.get('body')]).toEqual(['Tea', 'other'])
})

it('leaves a field empty that was empty before', () => {
  const store = new FormStore(model, formValues(values({ title: null }) as never, model))
  for (const title of ['C', 'Co', 'Cof']) store.set('title', title)
  store.history.undo()
  expect(store.values.get('title')).toBe(null)
})

it('takes what is pasted as an act of its own, however soon it follows', () => {
  const store = opened()
  store.set('title', 'T')
  store.set('title', 'Ty')
  store.history.setApart()
  store.set('title', 'Ty, pasted')
  store.set('title', 'Ty, pasted!')
  const titles = [store.values.get('title')]
  while (store.history.undo() !== undefined) titles.push(store.values.get('title'))
  expect(titles).toEqual(['Ty, pasted!', 'Ty, pasted', 'Ty', 'Tea'])
})

it('brings a part back that was deleted and saved: as a new one, with all that is in it', () => {
  const store = opened()
  store.removePart('blocks', 'list-2')
  arrives(store, { blocks: values().blocks.slice(0, 1) })
  store.history.undo()
  const [, list] = store.read('blocks') as unknown as readonly { id: number | null; values: object }[]
  expect(list).toMatchObject({ id: null, values: { quotes: [{ id: null, values: { text: 'deep' } }] } })
})

it('knows a new part after a save, and an entry that was chosen before one', () => {
  const store = opened()
  const part = newPart('blocks.quote', components)
  store.insertPart('blocks', 2, part)
  store.set('tags', connect(store.values.get('tags') as RelationState, tag(2), true))
  const blocks = [...values().blocks, { id: 3, __component: 'blocks.quote', text: '' }]
  arrives(store, { blocks, tags: { count: 2, items: [tag(1), tag(2)] } }, true)
  store.history.undo()
  expect(store.values.get('tags')).toMatchObject({ items: [tag(1)], removed: [tag(2)], loaded: [tag(1), tag(2)] })
  store.history.undo()
  expect(store.parts('blocks').map(({ id }) => id)).toEqual([1, 2])
  store.history.redo()
  expect(store.parts('blocks').map(({ id }) => id)).toEqual([1, 2, 3])
})

it('leaves what somebody else has written since', () => {
  const store = opened()
  store.set('body', 'ONE\n\ntwo')
  store.set('title', 'Coffee')
  store.movePart('blocks', 0, 1)
  const [first, second] = values().blocks
  const third = { id: 3, __component: 'blocks.quote', text: 'theirs' }
  arrives(store, { title: 'Theirs', body: 'ONE\n\ntwo, theirs', blocks: [third, second, first] })
  store.history.undo()
  expect(store.parts('blocks').map(({ id }) => id)).toEqual([3, 1, 2])
  // The title is no longer the one that was typed here, so the next act is undone.
  expect(store.history.undo()).toBe('body')
  expect([store.values.get('title'), store.values.get('body')]).toEqual(['Theirs', 'one\n\ntwo, theirs'])
})

it('undoes one act that others have followed', () => {
  const store = opened()
  store.removePart('blocks', 'quote-1')
  const removal = store.history.last!
  store.set('title', 'Coffee')
  expect(store.history.undoOne(removal)).toBe('blocks')
  expect(store.parts('blocks').map(({ id }) => id)).toEqual([1, 2])
  expect(store.values.get('title')).toBe('Coffee')
})
