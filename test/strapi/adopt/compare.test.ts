/** `populus adopt compare`: two servers are asked the same, and what differs is told with its reason. */
import { writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { App } from '../../../src/app.ts'
import { loadSchema } from '../../../src/schema/load/load-schema.ts'
import type { Schema } from '../../../src/schema/schema.ts'
import { askServer } from '../../../src/strapi/adopt/compare/ask-server.ts'
import type { ComparedCase, CompareReport } from '../../../src/strapi/adopt/compare/compare-report.ts'
import type { Answer, Question } from '../../../src/strapi/adopt/compare/question.ts'
import { type ComparisonInput, runComparison } from '../../../src/strapi/adopt/compare/run-comparison.ts'
import { runHere } from '../../cli/run-here.ts'
import { loadCases, SECRETS } from '../../conformance/cases.ts'
import { buildTestApp } from '../../support/build-test-app.ts'
import { cleanUp } from '../../support/clean-up.ts'
import { CLIENTS, temporaryFolder } from '../../support/databases.ts'
import { CONFORMANCE_PROJECT, conformanceDatabase } from '../../support/worlds/conformance-data.ts'

/** The others are still known, but no questions are made from them. */
function withTypes({ types, components }: Schema, asked: readonly string[]): Schema {
  return {
    components,
    types: new Map([...types].map(([uid, type]) => [uid, { ...type, userDefined: asked.includes(uid) }])),
  }
}

type Tamper = (path: string, answer: Answer) => Answer

/** A server that answers what the app answers, changed by `tamper`; it plays Strapi. */
async function serve(answerOf: (path: string, authorization?: string) => Promise<Answer>): Promise<string> {
  const server: Server = createServer((request, response) => {
    void answerOf(request.url!, request.headers.authorization).then(({ status, body }) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  cleanUp(async () => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function answerOf(app: App, path: string, authorization?: string): Promise<Answer> {
  const headers = authorization === undefined ? {} : { authorization }
  const { statusCode, body } = await app.inject({ method: 'GET', url: path, headers })
  return { status: statusCode, body: /^[[{]/.test(body) ? JSON.parse(body) : body }
}

const changed = (body: unknown, change: (key: string, value: unknown) => unknown): unknown =>
  JSON.parse(JSON.stringify(body), (key, value: unknown) => change(key, value))

describe.each(CLIENTS)('on %s', client => {
  let app: App
  let address: string

  beforeAll(async () => {
    const database = await conformanceDatabase(client)
    app = await buildTestApp({ folder: CONFORMANCE_PROJECT, database, dialect: 'strapi4', secrets: SECRETS })
    address = await serve((path, authorization) => answerOf(app, path, authorization))
  })

  /** With no questions, they are made from the schema of some types. */
  async function compared(
    tamper: Tamper,
    questions: readonly string[],
    token?: string,
    routes: ComparisonInput['routes'] = [],
  ): Promise<CompareReport> {
    const strapi = await serve(async (path, authorization) => tamper(path, await answerOf(app, path, authorization)))
    const { schema } = await loadSchema(CONFORMANCE_PROJECT, { adopted: true })
    const asked = questions.map((path): Question => ({ method: 'GET', path, from: 'log' }))
    return runComparison({
      strapi: { address: strapi, ask: askServer({ address: strapi, token, rate: 0 }) },
      populus: { address, ask: askServer({ address, token, rate: 0 }) },
      schema: withTypes(schema, questions.length > 0 ? [] : ['api::homepage.homepage', 'api::tag.tag']),
      prefix: '/api',
      locales: ['en', 'fr'],
      unordered: false,
      ...{ routes, methods: new Set(['GET']) },
      log: questions.length > 0 ? { questions: asked, lines: asked.length, unreadable: 0, passedOver: 0 } : null,
      limit: 2000,
    })
  }

  const outcomes = ({ cases }: CompareReport) =>
    cases.map(({ path, outcome, reasons }: ComparedCase) => [path, outcome, ...reasons])

  test('two equal servers have the same answers to all questions that the schema makes', async () => {
    const report = await compared((_path, answer) => answer, [], 'oracle-token-full-access')
    expect(report).toMatchObject({ keyOrder: 0, explained: 0, unknown: 0, unreadable: [], cases: [], log: null })
    expect(report.asked).toBe(report.same)
    expect(report.asked).toBeGreaterThan(60)
  })

  test('routes of the project are asked with values of entries', async () => {
    const asked: string[] = []
    const tamper: Tamper = (path, answer) => {
      asked.push(path)
      return answer
    }
    const route = (method: string, path: string) => ({ method, path, file: 'src/api/tag/routes/own.js' })
    const routes = [route('GET', '/api/tags/:slug/near'), route('POST', '/api/tags/:id/like')]
    const report = await compared(tamper, [], 'oracle-token-full-access', routes)
    expect(asked.filter(path => /near|like/.test(path))).toEqual(['/api/tags/tag-1/near', '/api/tags/tag-2/near'])
    expect(report.asked).toBe(report.same)
  })

  test('a single value that differs is found, with its place', async () => {
    const tamper: Tamper = (_path, { status, body }) => ({
      status,
      body: changed(body, (key, value) => (key === 'name' && value === 'Tag J' ? 'Tag Z' : value)),
    })
    const report = await compared(tamper, ['/api/tags?sort=id', '/api/tags/1', '/api/tags/2'])
    expect(report).toMatchObject({ asked: 6, same: 4, unknown: 2 })
    expect(report.cases).toContainEqual({
      method: 'GET',
      path: '/api/tags/1',
      from: 'log',
      outcome: 'unknown',
      status: { strapi: 200, populus: 200 },
      reasons: [],
      paths: [{ path: 'data.attributes.name', strapi: '"Tag Z"', populus: '"Tag J"' }],
    })
    expect(Object.isFrozen(report.cases[0]!.paths)).toBe(true)
  })

  test('keys in another order, and lists in an order that nobody asked for, are told apart', async () => {
    const tamper: Tamper = (path, { status, body }) => {
      if (path === '/api/tags/1') return { status, body: { meta: {}, data: (body as { data: unknown }).data } }
      const { data, meta } = body as { data: unknown; meta: unknown }
      const isSorted = path.includes('sort')
      return { status, body: isSorted || !Array.isArray(data) ? body : { data: data.toReversed(), meta } }
    }
    const report = await compared(tamper, ['/api/tags', '/api/tags/1', '/api/tags?sort=id'])
    expect(outcomes(report)).toEqual([
      ['/api/tags', 'explained', 'order'],
      ['/api/tags/1', 'key order'],
    ])
  })

  test('a wrong order of a sorted list is not explained', async () => {
    const tamper: Tamper = (_path, { status, body }) => {
      const { data, meta } = body as { data: unknown; meta: unknown }
      return { status, body: Array.isArray(data) ? { data: data.toReversed(), meta } : body }
    }
    const report = await compared(tamper, ['/api/tags?sort=name,id', '/api/tags'])
    expect(outcomes(report)).toEqual([
      ['/api/tags?sort=name,id', 'unknown'],
      ['/api/tags', 'unknown'],
    ])
  })

  test('a time zone, a failure, a password and an address that expires are explained', async () => {
    const tamper: Tamper = (path, answer) => {
      if (path.includes('populate')) return { status: 500, body: { error: { status: 500 } } }
      const shifted = (text: string) => new Date(Date.parse(text) + 2 * 3_600_000).toISOString()
      return {
        status: answer.status,
        body: changed(answer.body, (_key, value) =>
          typeof value === 'string' && /T.*Z$/.test(value) ? shifted(value) : value,
        ),
      }
    }
    const report = await compared(tamper, ['/api/tags/1', '/api/tags?populate=articles'])
    expect(outcomes(report)).toEqual([
      ['/api/tags/1', 'explained', 'time-zone'],
      ['/api/tags?populate=articles', 'explained', 'bad-input'],
    ])
  })

  test('answers recorded from a real Strapi differ for known reasons only', async () => {
    const topics = /^(basic|fields|single|locale|pubstate|page|tree|keyorder|findone|morph|draft)-/
    const recorded = loadCases(client).filter(
      ({ id, auth, path }) => topics.test(id) && auth === undefined && path.startsWith('/api/'),
    )
    const byPath = new Map(recorded.map(({ path, status, body }) => [path, { status, body }]))
    const strapi = await serve(async path => byPath.get(path) ?? { status: 599, body: 'not recorded' })
    const { schema } = await loadSchema(CONFORMANCE_PROJECT, { adopted: true })
    const report = await runComparison({
      strapi: { address: strapi, ask: askServer({ address: strapi, token: undefined, rate: 0 }) },
      populus: { address, ask: askServer({ address, token: undefined, rate: 0 }) },
      schema: withTypes(schema, []),
      prefix: '/api',
      locales: [],
      unordered: false,
      ...{ routes: [], methods: new Set(['GET']) },
      log: {
        questions: recorded.map(({ path }) => ({ method: 'GET', path, from: 'log' as const })),
        lines: recorded.length,
        unreadable: 0,
        passedOver: 0,
      },
      limit: 2000,
    })
    // Ties: Strapi would have to be asked again, in words that a recording does not know.
    const ties =
      client === 'sqlite' ? [] : ['/api/categories?filters[parent][$null]=true', '/api/categories?sort=parent.name']
    expect(report.cases.filter(({ outcome }) => outcome === 'unknown').map(({ path }) => path)).toEqual(ties)
    expect(report.same).toBeGreaterThan(recorded.length * 0.85)
  })

  test('the command asks what a log has, starts Populus itself, and fails for what it cannot explain', async () => {
    const database = await conformanceDatabase(client)
    const strapi = await serve(async (path, authorization) => {
      const answer = await answerOf(app, path, authorization)
      const body = changed(answer.body, (key, value) => (key === 'slug' && value === 'tag-1' ? 'tag-one' : value))
      return path.includes('sort=weight') ? { status: answer.status, body } : answer
    })
    const folder = temporaryFolder()
    const log = join(folder, 'access.log')
    writeFileSync(log, '1.2.3.4 - - [x] "GET /api/tags?sort=weight,id HTTP/1.1" 200 5 "-" "curl"\nnonsense\n')
    const page = join(folder, 'compare.html')
    const place = database.client === 'sqlite' ? `sqlite:${database.filename}` : database.url
    const words = ['adopt', 'compare', CONFORMANCE_PROJECT, '--database', place, '--strapi', strapi, '--log', log]
    const run = await runHere([...words, '--limit', '4', '--rate', '0', '--json', '--html', page], { TZ: 'UTC' })
    const report = JSON.parse(run.out) as CompareReport
    expect(report).toMatchObject({ unknown: 1, log: { lines: 2, unreadable: 1, passedOver: 0 } })
    expect(report.cases[0]).toMatchObject({ path: '/api/tags?sort=weight,id', from: 'log', outcome: 'unknown' })
    expect(run.code).toBe(1)
    const nobody = await runHere(['adopt', 'compare', CONFORMANCE_PROJECT, '--database', place, '--strapi', 'nowhere'])
    expect(nobody.error).toContain('--strapi needs the address of a server')
  })
})
