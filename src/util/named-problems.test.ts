import { expect, test } from 'vitest'
import { namedProblems, problemsText } from './named-problems.ts'

const problems = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ path: ['list', String(index)], message: `no ${index}` }))

test('the first ten problems are named, and the others are counted', () => {
  expect(namedProblems(problems(10))).toEqual({ errors: problems(10) })
  expect(namedProblems(problems(25))).toEqual({ errors: problems(10), more: 15 })
})

test('names and messages are cut', () => {
  const { errors } = namedProblems([{ path: ['a'.repeat(1000)], message: 'b'.repeat(10_000) }])
  expect(errors[0]!.path[0]).toHaveLength(203)
  expect(errors[0]!.message).toHaveLength(3003)
})

test('one problem is the message, several are a number', () => {
  expect(problemsText(problems(1))).toBe('no 0')
  expect(problemsText(problems(2))).toBe('2 errors occurred')
  expect(problemsText(problems(100))).toBe('100 or more errors occurred')
})
