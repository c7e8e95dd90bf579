/**
 * Random queries to a real Strapi 4.26.2 and to our server on the same content. `run.mjs` and the long tests start it, with a
 * number of queries or a time; otherwise there is nothing to do.
 */
import { afterAll, expect, it } from 'vitest'
import { startStrapi } from '../../scripts/strapi-peer/start.mjs'
import { DEFAULT_API, DEFAULT_LIMITS } from '../../src/config/config.ts'
import { defaultLocaleReader } from '../../src/content/default-locale.ts'
import { createAuthenticator } from '../../src/identity/access/authenticate.ts'
import { type Access, may } from '../../src/plan/access.ts'
import type { PlanContext } from '../../src/plan/plan-context.ts'
import { loadSchema } from '../../src/schema/load/load-schema.ts'
import { FILE_UID, ROLE_UID, type Schema, USER_UID } from '../../src/schema/schema.ts'
import { openStorage } from '../../src/tables/open-storage.ts'
import { SECRETS } from '../conformance/cases.ts'
import type { QueryModel } from '../properties/query-generator.ts'
import { readStored } from '../properties/stored-values.ts'
import { buildTestApp } from '../support/build-test-app.ts'
import type { Client } from '../support/databases.ts'
import { CONFORMANCE_PROJECT, conformanceDatabase } from '../support/worlds/conformance-data.ts'
import { type Judge, judge, planContextFor, type Verdict } from './judge.ts'
import { askOurs, askReal, authorization, type CallerName } from './peers.ts'
import { Report } from './report.ts'
import { type DifferentialRequest, requestsOf } from './requests.ts'
import { shrink } from './shrink.ts'

const OPTIONS = {
  count: Number(process.env.DIFFERENTIAL_COUNT ?? 0),
  /** How long to ask; 0 for as many queries as `count` says. */
  minutes: Number(process.env.DIFFERENTIAL_MINUTES ?? 0),
  seed: Number(process.env.DIFFERENTIAL_SEED ?? 1),
  client: (process.env.DIFFERENTIAL_DATABASE ?? 'sqlite') as Client,
  url: process.env.STRAPI_URL ?? '',
}
const CALLERS: readonly CallerName[] = ['public', 'read', 'full', 'custom', 'jwt']
/** Reports of more differences than these would only repeat themselves. */
const MOST_SHRUNK = 25

const HOURS = 3_600_000

it.skipIf(OPTIONS.count + OPTIONS.minutes === 0)(
  'answers as Strapi does, or as a ruling says',
  { timeout: 12 * HOURS },
  async () => {
    const database = await conformanceDatabase(OPTIONS.client)
    const app = await buildTestApp({ folder: CONFORMANCE_PROJECT, database, dialect: 'strapi4', secrets: SECRETS })
    const url = OPTIONS.url === '' ? await startPeer() : OPTIONS.url
    const loaded = await loadSchema(CONFORMANCE_PROJECT)
    const storage = await openStorage({ database, limits: DEFAULT_LIMITS }, loaded.schema, { log: () => undefined })
    afterAll(() => storage.database.close())
    const { schema } = storage
    const authenticate = createAuthenticator({ database: storage.database, schema, secrets: SECRETS })
    const ours = askOurs(app)
    const contexts = new Map<CallerName, PlanContext>()
    const models = new Map<CallerName, QueryModel>()
    const stored = await readStored(schema, new Set(schema.types.keys()), async path => {
      const { status, body } = await ours('full', path)
      return { status, body: JSON.stringify(body) }
    })
    for (const caller of CALLERS) {
      const access = await authenticate(authorization(caller).authorization)
      const settings = { ...DEFAULT_API, ...DEFAULT_LIMITS, strictTypes: storage.database.dialect.strictTypes }
      const defaultLocale = await defaultLocaleReader(storage.database)()
      contexts.set(caller, planContextFor({ schema, access, settings, defaultLocale }))
      models.set(caller, { schema, readable: readableUids(schema, access), stored })
    }
    const bench: Judge = {
      ours,
      real: askReal(url),
      client: OPTIONS.client,
      contextOf: caller => contexts.get(caller)!,
    }
    const report = new Report(OPTIONS)
    const end = OPTIONS.minutes === 0 ? Number.POSITIVE_INFINITY : Date.now() + OPTIONS.minutes * 60_000
    for (const request of requestsOf(models, OPTIONS)) {
      if (Date.now() > end) break
      const verdict = await judge(request, bench)
      if (verdict.kind === 'unexplained' && report.unexplained.length < MOST_SHRUNK)
        report.add(...(await shrunk(request, verdict, bench)))
      else report.add(request, verdict)
    }
    report.print()
    expect(report.unexplained, 'differences that no ruling explains').toEqual([])
  },
)

async function startPeer(): Promise<string> {
  const peer = await startStrapi({ database: await conformanceDatabase(OPTIONS.client) })
  afterAll(() => peer.stop())
  return peer.url
}

/** Types whose entries the caller may read and that a query can lead to. */
function readableUids(schema: Schema, access: Access): ReadonlySet<string> {
  const reachable = [...schema.types.values()].filter(
    ({ uid, userDefined }) => userDefined || uid === FILE_UID || uid === USER_UID || uid === ROLE_UID,
  )
  return new Set(reachable.map(({ uid }) => uid).filter(uid => may(access, `${uid}.find`)))
}

async function shrunk(
  request: DifferentialRequest,
  verdict: Verdict,
  bench: Judge,
): Promise<[DifferentialRequest, Verdict]> {
  let last = verdict
  const query = await shrink(request.query, async smaller => {
    const outcome = await judge({ ...request, query: smaller }, bench)
    if (outcome.kind !== 'unexplained') return false
    last = outcome
    return true
  })
  return [{ ...request, query }, last]
}
