import { expect, it } from 'vitest'
import { fieldLabel } from './field-label.ts'

it.each([
  ['readingTime', undefined, 'Reading time'],
  ['cover_url', 'cover_url', 'Cover URL'],
  ['id', '', 'ID'],
  ['cacheTTL', undefined, 'Cache TTL'],
  ['line2', undefined, 'Line2'],
  ['title', 'Headline', 'Headline'],
  ['title', 'title!', 'title!'],
  ['_', undefined, '_'],
])('calls %s with the label %s %s', (name, chosen, label) => {
  expect(fieldLabel(name, chosen)).toBe(label)
})
