/** Asks the example blog what a page says it answers: on both databases and, unless marked, in both dialects. */
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import type { App } from '../../src/app.ts'
import { buildTestApp } from '../support/build-test-app.ts'
import { CLIENTS, freshDatabase } from '../support/databases.ts'
import {
  type DialectName,
  type DocumentedAnswer,
  type DocumentedRequest,
  readExamples,
  shortenLike,
} from './documented-examples.ts'

export const BLOG = fileURLToPath(new URL('../../examples/blog', import.meta.url))

export function runExamples(page: string): void {
  const examples = readExamples(page)
  describe.each(CLIENTS)(`${page} on %s`, client => {
    const apps = new Map<DialectName, App>()

    beforeAll(async () => {
      const database = await freshDatabase(client)
      for (const dialect of ['document', 'strapi4'] as const) {
        apps.set(dialect, await buildTestApp({ folder: BLOG, database, dialect }))
      }
    })

    for (const { line, dialects, requests, answer } of examples.filter(({ clients }) => clients.includes(client))) {
      for (const dialect of dialects) {
        for (const request of requests) {
          test(`line ${line}: ${request.method} ${request.url} (${dialect})`, () =>
            check(apps.get(dialect)!, request, answer))
        }
      }
    }
  })
}

async function check(app: App, { method, url, headers }: DocumentedRequest, shown: DocumentedAnswer): Promise<void> {
  const answer = await app.inject({ method, url, headers: { ...headers } })
  const isJson = /^[[{]/.test(answer.payload)
  const body: unknown = isJson ? JSON.parse(answer.payload) : answer.payload
  // The text is compared, so that the order of the keys counts.
  expect(laidOut(shortenLike(shown.body, body))).toBe(laidOut(shown.body ?? ''))
  expect(answer.statusCode).toBe(shown.status)
  for (const [name, value] of Object.entries(shown.headers)) expect(String(answer.headers[name]), name).toBe(value)
}

function laidOut(value: unknown): string {
  return JSON.stringify(value, null, 2)
}
