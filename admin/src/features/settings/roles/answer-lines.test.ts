import { expect, it } from 'vitest'
import { answerLines, onlyIn } from './answer-lines.ts'

const marked = (body: unknown, other: unknown) => {
  const [lines, others] = [answerLines(JSON.stringify(body)), answerLines(JSON.stringify(other))]
  return [...onlyIn(lines, others)].map(({ text }) => text.trim())
}

it('looks like indented JSON', () => {
  const body = { data: [{ id: 1, attributes: { title: 'Tide', tags: [] } }], meta: {}, none: null }
  const text = answerLines(JSON.stringify(body))
    .map(line => line.text)
    .join('\n')
  expect(text).toBe(JSON.stringify(body, null, 2))
})

it('marks what the other answer does not have', () => {
  const short = { data: [{ id: 1, title: 'Tide' }] }
  const long = { data: [{ id: 1, title: 'Tide', author: { name: 'Ana' } }] }
  expect(marked(long, short)).toEqual(['"author": {', '"name": "Ana"', '}'])
  expect(marked(short, long)).toEqual([])
})

it('knows entries of a list by their ids', () => {
  const [one, two] = [
    { id: 1, title: 'Tide' },
    { id: 2, title: 'Ridge' },
  ]
  expect(marked({ data: [one, two] }, { data: [two] })).toEqual(['{', '"id": 1,', '"title": "Tide"', '},'])
})

it('marks a value that differs in both', () => {
  expect(marked({ data: null }, { data: 1 })).toEqual(['"data": null'])
  expect(marked({ data: 1 }, { data: null })).toEqual(['"data": 1'])
})

it('compares what is no JSON line by line', () => {
  expect([...onlyIn(answerLines('a\nb'), answerLines('b'))].map(({ text }) => text)).toEqual(['a'])
})
