import { expect, test } from 'vitest'
import { DEFAULT_LIMITS } from '../config/config.ts'
import { parseText } from './parse-text.ts'
import { queryText } from './query-text.ts'

test('lists, objects and nulls are written in brackets', () => {
  const query = { fields: ['title', 'a&b'], populate: { author: { fields: '*', filters: { x: null } } } }
  const text = 'fields[0]=title&fields[1]=a%26b&populate[author][fields]=*&populate[author][filters][x]'
  expect(queryText(query)).toBe(text)
  expect(parseText(text, DEFAULT_LIMITS)).toEqual(query)
})

test('half of a character is replaced', () => {
  expect(queryText({ _q: 'a\ud800' })).toBe('_q=a%EF%BF%BD')
})
