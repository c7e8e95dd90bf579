import { expect, test } from 'vitest'
import { parseAttribute } from './parse-attribute.ts'

const place = { uid: 'api::page.page', types: new Map([['author', 'api::author.author']]) }

test.each([
  ['cover:image', 'did you mean media?'],
  ['price:number', 'did you mean integer (or decimal)?'],
  ['writer:relation', 'did you mean the name of the type that it leads to, as in author:author?'],
  ['seo:component', 'did you mean the name of the component, as in seo:shared.seo?'],
  ['writer:autor', 'did you mean author?'],
  ['sold:bool', 'did you mean boolean?'],
])('%s: %s', (text, hint) => {
  expect(() => parseAttribute(text, place)).toThrow(hint)
})
