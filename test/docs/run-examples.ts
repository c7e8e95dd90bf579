/**
 * Asks the example blog what a page says it answers: on both databases and, unless marked, in both dialects. The settings
 * are those of a project that `populus init` has just written.
 */
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import type { App } from '../../src/app.ts'
import type { GrantInput } from '../../src/management/roles/resolve-grant.ts'
import { openGranter } from '../content/write/grant-write.ts'
import { buildTestApp } from '../support/build-test-app.ts'
import { CLIENTS } from '../support/databases.ts'
import { startedDatabase } from '../support/prepared-database.ts'
import { shownWithoutHelp } from '../support/worlds/error-help.ts'
import {
  type DocumentedAnswer,
  type DocumentedExample,
  type DocumentedRequest,
  readExamples,
  shortenLike,
} from './documented-examples.ts'

export const BLOG = fileURLToPath(new URL('../../examples/blog', import.meta.url))

export interface RunOptions {
  /** What everybody may do; with it each dialect has a database of its own, since the requests build on each other. */
  readonly grants?: readonly Omit<GrantInput, 'role'>[]
}

export function runExamples(page: string, { grants }: RunOptions = {}): void {
  const examples = readExamples(page)
  describe.each(CLIENTS)(`${page} on %s`, client => {
    const apps = new Map<SetUp, App>()

    beforeAll(async () => {
      const shared = await startedDatabase(client, BLOG)
      for (const [setUp, settings] of Object.entries(SET_UPS) as [SetUp, (typeof SET_UPS)[SetUp]][]) {
        const database = grants === undefined ? shared : await startedDatabase(client, BLOG)
        apps.set(setUp, await buildTestApp({ folder: BLOG, database, ...settings }))
        if (grants === undefined) continue
        const rights = await openGranter(BLOG, database)
        for (const grant of grants) await rights.grant({ role: 'public', ...grant })
      }
    })

    for (const example of examples.filter(({ clients }) => clients.includes(client))) {
      const { page: part, line, requests, answer } = example
      for (const setUp of setUpsOf(example)) {
        for (const request of requests) {
          test(`${part}, line ${line}: ${request.method} ${request.url} (${setUp})`, () =>
            check(apps.get(setUp)!, request, setUp === 'strapi4' ? withoutHelp(answer) : answer))
        }
      }
    }
  })
}

const SET_UPS = {
  document: { dialect: 'document', populateWithPagination: true },
  strict: { dialect: 'document' },
  strapi4: { dialect: 'strapi4' },
} as const
type SetUp = keyof typeof SET_UPS

function setUpsOf({ dialects, pagesOfPopulated }: DocumentedExample): readonly SetUp[] {
  return pagesOfPopulated === false ? ['strict'] : dialects
}

/** The pages show what the dialect `document` answers. */
function withoutHelp(answer: DocumentedAnswer): DocumentedAnswer {
  return { ...answer, body: shownWithoutHelp(answer.body) }
}

async function check(app: App, request: DocumentedRequest, shown: DocumentedAnswer): Promise<void> {
  const { method, url, body: payload } = request
  const type = payload === undefined ? {} : { 'content-type': 'application/json' }
  const headers = { ...type, ...request.headers }
  const answer = await app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) })
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
