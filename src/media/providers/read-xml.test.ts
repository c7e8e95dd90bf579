import { expect, test } from 'vitest'
import { readXml } from './read-xml.ts'

test('gives the text of elements as they end, without entities and namespaces', () => {
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
    <List xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Key>a &amp; b &#x1;&lt;Key&gt;</Key><Size unit="b">5</Size></List>`
  expect(readXml(xml)).toEqual([
    { name: 'Key', text: 'a & b \u0001<Key>' },
    { name: 'Size', text: '5' },
    { name: 'List', text: '' },
  ])
})

test('refuses what is no XML', () => {
  for (const text of ['', 'busy', '<a><b></a>', '{"a":1}']) expect(() => readXml(text)).toThrow()
})
