/** What a project's code asks of content is answered as by a real Strapi 4.26.2 (`record.mjs`). */
import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'
import { CLIENTS } from '../../support/databases.ts'
import { openStrapi } from './open-strapi.ts'
import recorded from './recorded.json' with { type: 'json' }

type Calls = readonly (readonly [string, (strapi: unknown) => unknown])[]

const { answerCalls } = createRequire(import.meta.url)('./answer-calls.cjs') as {
  answerCalls(strapi: unknown, calls: Calls): Promise<Readonly<Record<string, unknown>>>
}

describe.each(CLIENTS)('%s', client => {
  test('calls are answered as recorded', async () => {
    const require = createRequire(import.meta.url)
    const calls = require('./calls.cjs') as Calls
    const answers = await answerCalls(await openStrapi(client), calls)
    expect(answers).toEqual(recorded)
  })
})
