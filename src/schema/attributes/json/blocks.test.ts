import { expect, test } from 'vitest'
import { castValue } from '../../rules/cast-value.ts'
import { checkValue } from '../../rules/check-value.ts'
import type { ScalarAttribute } from '../../schema.ts'
import { blocks } from './blocks.ts'

const RULE = blocks.rule({} as ScalarAttribute, false)
const SURROUNDINGS = { strictTypes: false, taken: new Set<string>() }

function problemsOf(given: unknown): readonly string[] {
  const found = checkValue(RULE, { value: castValue(RULE, given), original: given, path: 'doc' }, SURROUNDINGS)
  return found.map(({ path, message }) => `${path}: ${message}`)
}

const text = (value: unknown = 'x') => ({ type: 'text', text: value })

test('every kind of block is accepted', () => {
  const list = { type: 'list', format: 'ordered', children: [{ type: 'list-item', children: [text()] }] }
  const document = [
    { type: 'paragraph', children: [text(''), { type: 'link', url: '/a', children: [text()] }] },
    { type: 'heading', level: 1, children: [text()] },
    { type: 'quote', children: [text()] },
    { type: 'code', children: [text()] },
    { ...list, children: [...list.children, list] },
  ]
  expect(problemsOf(document)).toEqual([])
  expect(problemsOf(JSON.stringify(document))).toEqual([])
})

test('unknown nodes are refused where they stand', () => {
  expect(problemsOf([{ type: 'what' }, 5, null])).toEqual([
    'doc[0]: Block node is of invalid type',
    'doc[1]: Block node is of invalid type',
    'doc[2]: Block node is of invalid type',
  ])
  expect(problemsOf([{ type: 'paragraph', children: [{ type: 'toString' }] }])).toEqual([
    'doc[0].children[0]: Inline node must be Text or Link',
  ])
  expect(problemsOf([{ type: 'list', format: 'x', children: [{ type: 'text' }] }])).toEqual([
    'doc[0].format: doc[0].format must be one of the following values: ordered, unordered',
    'doc[0].children[0]: Inline node must be list-item or list',
  ])
})

test('members are demanded in the words of the original', () => {
  expect(problemsOf([{ type: 'paragraph', children: [] }])).toEqual([
    'doc[0].children: Paragraph node children must have at least one Text or Link node',
  ])
  expect(problemsOf([{ type: 'code', children: [] }])).toEqual([
    'doc[0].children: Quote node children must have at least one Text or Link node',
  ])
  expect(problemsOf([{ type: 'heading', level: 9 }])).toEqual([
    'doc[0].level: doc[0].level must be one of the following values: 1, 2, 3, 4, 5, 6',
    'doc[0].children: doc[0].children is a required field',
  ])
  expect(
    problemsOf([{ type: 'quote', children: [{ type: 'text' }, { type: 'link', url: 'x', children: [] }] }]),
  ).toEqual([
    'doc[0].children[0].text: Text must be defined with at least an empty string',
    'doc[0].children[1].url: Please specify a valid link.',
  ])
})

test('an image that is not there lacks all of its members', () => {
  expect(problemsOf([{ type: 'image', children: [text()] }])).toEqual(
    [
      'name',
      'url',
      'width',
      'height',
      'formats',
      'hash',
      'ext',
      'mime',
      'size',
      'provider',
      'createdAt',
      'updatedAt',
    ].map(name => `doc[0].image.${name}: doc[0].image.${name} is a required field`),
  )
})

test('values are cast, and what is no list becomes null', () => {
  expect(castValue(RULE, [{ type: 'heading', level: '2', children: [{ ...text(5), bold: 'true' }], more: 1 }])).toEqual(
    [{ type: 'heading', level: 2, children: [{ type: 'text', text: '5', bold: true }], more: 1 }],
  )
  expect(castValue(RULE, 'no JSON')).toBeNull()
  expect(castValue(RULE, {})).toBeNull()
})

test('a text that is nested without end is no list', () => {
  expect(castValue(RULE, `${'{"type":"list","children":['.repeat(20_000)}`)).toBeNull()
  expect(castValue(RULE, `${'['.repeat(20_000)}${']'.repeat(20_000)}`)).toBeNull()
})
