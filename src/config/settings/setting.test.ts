import { expect, test } from 'vitest'
import { show } from './setting.ts'

test.each([
  ['postgres://user:secret@host/name', '"postgres://user:***@host/name"'],
  ['postgres://user:se@cr:et@host/name', '"postgres://user:***@host/name"'],
  ['postgres://user:se/cr@et@host', '"postgres://user:***@host"'],
  ['postgres://user@host:5432/name', '"postgres://user@host:5432/name"'],
  ['https://example.org/a:b', '"https://example.org/a:b"'],
  [['postgres://a:one@h', 'postgres://b:two@h'], '["postgres://a:***@h"]'],
  ['user@example.org', '"user@example.org"'],
  [undefined, 'nothing'],
])('%j is shown as %s', (given, expected) => {
  expect(show(given)).toBe(expected)
})
