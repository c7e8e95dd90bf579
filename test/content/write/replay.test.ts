/**
 * A sequence of writes gives the answers, and leaves the rows, that a real Strapi 4.26.2 gave and left. Strapi numbers all
 * links of an entry anew with each change; we leave gaps and fractions, so that only their order has to be the same.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import type { App } from '../../../src/app.ts'
import type { DatabaseConfig } from '../../../src/config/config.ts'
import { SECRETS } from '../../conformance/cases.ts'
import { buildTestApp } from '../../support/build-test-app.ts'
import { CLIENTS, type Client } from '../../support/databases.ts'
import { adoptedConformanceDatabase, CONFORMANCE_PROJECT } from '../../support/worlds/conformance-data.ts'
import { selectRows } from '../../support/worlds/select-rows.ts'
import { SEQUENCE, type WriteStep } from './sequence.mjs'

interface Recording {
  readonly answers: readonly { readonly status: number; readonly body: unknown }[]
  readonly tables: Readonly<
    Record<string, { readonly columns: readonly string[]; readonly rows: readonly (readonly unknown[])[] }>
  >
}

const TOKENS = { full: 'oracle-token-full-access', read: 'oracle-token-read-only' }

describe.each(CLIENTS)('the recorded writes on %s', client => {
  const recording = loadRecording(client)
  let app: App
  let database: DatabaseConfig

  beforeAll(async () => {
    database = await adoptedConformanceDatabase(client)
    app = await buildTestApp({ folder: CONFORMANCE_PROJECT, database, dialect: 'strapi4', secrets: SECRETS })
  })

  it.each(SEQUENCE.map((step, index) => [index, titleOf(step), step] as const))(
    '%i: %s',
    async (index, _title, step) => {
      expect(timeless(await send(app, step))).toBe(timeless(recording.answers[index]!))
    },
  )

  it('leave the same links and components', async () => {
    for (const [table, { columns, rows }] of Object.entries(recording.tables)) {
      const stored = await selectRows(database, table, columns)
      const recorded = rows.filter(row => !isLeftOver(table, row))
      expect([table, sorted(inOrder(columns, stored))]).toEqual([table, sorted(inOrder(columns, recorded))])
    }
  })
})

/** The rows with places instead of numbers: `author_order` counts the authors of each entry on the other side. */
function inOrder(columns: readonly string[], rows: readonly (readonly unknown[])[]): readonly (readonly unknown[])[] {
  return rows.map(row =>
    row.map((number, index) => {
      const child = /^(\w+)_order$/.exec(columns[index]!)?.[1]
      if (child === undefined || number === null) return number
      const owner = columns.findIndex(column => column.endsWith('_id') && column !== `${child}_id`)
      const siblings = rows.filter(other => other[owner] === row[owner] && other[index] !== null)
      return 1 + siblings.filter(other => Number(other[index]) < Number(number)).length
    }),
  )
}

/** On PostgreSQL, Strapi leaves the media links of a deleted entry behind; with us they go with it. */
function isLeftOver(table: string, row: readonly unknown[]): boolean {
  const DELETED = 2
  return table === 'files_related_morphs' && row[1] === DELETED && row[2] === 'api::article.article'
}

function loadRecording(client: Client): Recording {
  const file = fileURLToPath(new URL(`recorded.${client}.json.gz`, import.meta.url))
  return JSON.parse(gunzipSync(readFileSync(file)).toString('utf8')) as Recording
}

function titleOf({ method, path, body }: WriteStep): string {
  return `${method} ${path} ${JSON.stringify((body as { data?: unknown } | undefined)?.data ?? body ?? '')}`.slice(
    0,
    150,
  )
}

async function send(app: App, { method, path, body, as }: WriteStep): Promise<{ status: number; body: unknown }> {
  const response = await app.inject({
    method,
    url: path,
    headers: as == null ? {} : { authorization: `Bearer ${TOKENS[as]}` },
    ...(body === undefined ? {} : { payload: body as object }),
  })
  const isJson = String(response.headers['content-type']).startsWith('application/json')
  return { status: response.statusCode, body: isJson ? response.json() : response.body }
}

/** Times of writing differ from run to run; those of the recorded content do not. */
function timeless({ status, body }: { status: number; body: unknown }): string {
  return JSON.stringify({ status, body }, null, 1)
    .replace(/"20(2[6-9]|[3-9]\d)-\d\d-\d\dT[0-9:.]+Z"/g, '"<now>"')
    .replaceAll('9007199254740992', '9007199254740993')
}

const sorted = (rows: readonly (readonly unknown[])[]): readonly string[] => rows.map(row => JSON.stringify(row)).sort()
