/** The world with somebody in charge, where nobody is counted: it answers hostile requests and says what they cost. */
import type { App } from '../../src/app.ts'
import { ROOT, SECRETS } from '../identity/administrators/admin-app.ts'
import { buildTestApp } from '../support/build-test-app.ts'
import { cpuTime } from '../support/cpu-time.ts'
import type { Client } from '../support/databases.ts'
import { projectWithRules } from '../support/worlds/linked-project.ts'
import { WORLD, worldDatabase } from '../support/worlds/world.ts'
import type { Asked, Place } from './hostile-places.ts'

export interface Cost {
  readonly status: number
  readonly milliseconds: number
  readonly bytes: number
  /** The length of the request. */
  readonly sent: number
}

export interface HostileApp {
  ask(place: Place, value: unknown): Promise<Cost>
}

export async function hostileApp(client: Client): Promise<HostileApp> {
  const database = await worldDatabase(client)
  // A folder of its own, since files are uploaded.
  const folder = projectWithRules(WORLD, {})
  const app = await buildTestApp({ folder, database, secrets: SECRETS, rateLimit: { enabled: false } })
  const headers = { 'full-access': 'Bearer world-full-access', administrator: `Bearer ${await signIn(app)}` }
  return {
    ask: async (place, value) => {
      const { as, ...given } = place.ask(value)
      const authorization = as === undefined ? {} : { authorization: headers[as] }
      const request = withText({ ...given, headers: { ...authorization, ...given.headers } })
      let cost = { status: 0, bytes: 0 }
      const milliseconds = await cpuTime(async () => {
        const answer = await app.inject(request as Asked)
        cost = { status: answer.statusCode, bytes: answer.rawPayload.length }
      })
      return { ...cost, milliseconds, sent: lengthOf(request) }
    },
  }
}

function lengthOf({ url, headers, payload }: Asked): number {
  const body = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.length : 0
  return String(url).length + JSON.stringify(headers ?? {}).length + body
}

/** The body as text, so that the time for writing it is not counted. */
function withText({ payload, headers, ...given }: Asked): Asked {
  if (typeof payload !== 'object' || payload === null)
    return { ...given, headers: headers ?? {}, ...(payload === undefined ? {} : { payload }) }
  return { ...given, headers: { 'content-type': 'application/json', ...headers }, payload: JSON.stringify(payload) }
}

async function signIn(app: App): Promise<string> {
  const call = async (path: string, payload: object) =>
    (await app.inject({ method: 'POST', url: `/admin/api${path}`, payload })).json() as { data: { token: string } }
  await call('/first-admin', { ...ROOT, code: await app.firstAdminCode() })
  return (await call('/login', ROOT)).data.token
}
