import { expect, it } from 'vitest'
import { withRegion } from './languages.ts'

it.each([
  ['en', ['en-GB', 'en'], 'en-GB'],
  ['en', ['de-AT', 'de', 'en-US', 'en'], 'en-US'],
  ['en', ['de-AT', 'de'], 'en-AT'],
  ['de', ['en-GB', 'de-CH'], 'de-CH'],
  ['zh', ['zh-Hant-TW'], 'zh-TW'],
  ['en', ['en'], 'en'],
  ['fr', [], 'fr'],
  ['en', ['not a tag', 'en-CA'], 'en-CA'],
] as const)('writes the dates of %s in a browser that prefers %j as in %s', (language, preferred, expected) => {
  expect(withRegion(language, preferred)).toBe(expected)
})
