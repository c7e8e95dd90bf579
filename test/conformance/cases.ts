/** The recorded requests and answers of a real Strapi 4.26.2, and how to ask them of our server. */

import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { App } from '../../src/app.ts'
import type { Client } from '../support/databases.ts'
import { conformanceFile } from '../support/worlds/conformance-data.ts'

export interface Answer {
  readonly status: number
  /** Parsed JSON; `undefined` for an empty body. */
  readonly body: unknown
}

export interface RecordedCase extends Answer {
  /** Topic and number: `populate-on-001`. */
  readonly id: string
  readonly path: string
  readonly auth?: string
}

export const SECRETS = { jwt: 'oracle-jwt-secret', apiTokenSalt: 'oracle-api-token-salt' }

/** The one value of the content that Strapi's SQLite driver rounds; ours is exact on both databases (ruling 8). */
const ROUNDED = '"9007199254740992"'
const EXACT = '"9007199254740993"'

export function loadCases(client: Client): readonly RecordedCase[] {
  const text = gunzipSync(readFileSync(conformanceFile(`cases.${client}.jsonl.gz`))).toString('utf8')
  return text
    .replaceAll(ROUNDED, EXACT)
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as RecordedCase)
}

export function topicOf({ id }: RecordedCase): string {
  return id.replace(/-\d+$/, '')
}

export const CREDENTIALS: Readonly<Record<string, string>> = {
  read: 'oracle-token-read-only',
  full: 'oracle-token-full-access',
  custom: 'oracle-token-custom',
  expired: 'oracle-token-expired',
  bad: 'not-a-token',
  jwtbad: jwtFor(1, 'another-secret'),
  jwt: jwtFor(1, SECRETS.jwt),
  editor: jwtFor(3, SECRETS.jwt),
}

/** What a login of the user gives: HS256 over `{ id, iat, exp }`. */
function jwtFor(id: number, secret: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const now = Math.floor(Date.now() / 1000)
  const payload = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ id, iat: now, exp: now + 3600 })}`
  return `${payload}.${createHmac('sha256', secret).update(payload).digest('base64url')}`
}

export function headersOf({ auth }: Pick<RecordedCase, 'auth'>): Readonly<Record<string, string>> {
  return auth === undefined ? {} : { authorization: `Bearer ${CREDENTIALS[auth]}` }
}

export async function ask(app: App, recorded: Pick<RecordedCase, 'path' | 'auth'>): Promise<Answer> {
  const response = await app.inject({ method: 'GET', url: recorded.path, headers: headersOf(recorded) })
  const isJson = response.headers['content-type']?.toString().startsWith('application/json')
  return { status: response.statusCode, body: isJson ? JSON.parse(response.body) : { __text: response.body } }
}
