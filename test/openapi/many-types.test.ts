/** The documents of schemas with so many content types that a step into each of them would be too deep. */
import { expect, test } from 'vitest'
import { openApiDocument } from '../../src/describe/openapi/openapi-document.ts'
import { EVERYTHING } from '../../src/identity/access/make-access.ts'
import { WIRE_DIALECTS } from '../../src/plan/wire-dialect.ts'
import { buildSchema } from '../../src/schema/load/build-schema.ts'
import { relation, typeFile } from '../support/worlds/write-world.ts'
import type { OpenApi } from './validating-proxy.ts'

/** Each type has a relation to the next one, which has one back. */
function chainOfTypes(count: number) {
  const uid = (number: number) => `api::kind-${number}.kind-${number}`
  const files = Array.from({ length: count }, (_, number) => {
    const next = number + 1 === count ? {} : { next: relation('oneToOne', uid(number + 1), { inversedBy: 'before' }) }
    const before = number === 0 ? {} : { before: relation('oneToOne', uid(number - 1), { mappedBy: 'next' }) }
    return typeFile(`kind-${number}`, { name: { type: 'string' }, ...next, ...before })
  })
  return buildSchema(Object.assign({}, ...files) as Parameters<typeof buildSchema>[0]).schema
}

test.each([500, 2000])('%i linked types are all described', count => {
  const about = { title: 'Many', version: '1', server: '/api' }
  for (const dialect of Object.values(WIRE_DIALECTS)) {
    const document = openApiDocument({ schema: chainOfTypes(count), access: EVERYTHING, dialect, ...about }) as OpenApi
    const { schemas } = (document as unknown as { components: { schemas: Record<string, object> } }).components
    expect(Object.keys(document.paths).filter(path => /^\/kind-\d+s$/.test(path))).toHaveLength(count)
    // Everything that something refers to is there, and not empty.
    const text = JSON.stringify(document)
    const named = new Set(Array.from(text.matchAll(/"#\/components\/schemas\/([^"]+)"/g), ([, name]) => name!))
    expect([...named].filter(name => Object.keys(schemas[name] ?? {}).length === 0)).toEqual([])
    expect(named.size).toBeGreaterThan(count)
  }
})
