/**
 * A database that a real Strapi 4.26.2 has made and filled on MariaDB, in the time zone of New York, and what it answered
 * there. `node scripts/strapi-peer/mysql/record.mjs` records both again.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import type { DatabaseConfig } from '../../../src/config/config.ts'
import { DEFAULT_LIMITS } from '../../../src/config/config.ts'
import { loadSchema } from '../../../src/schema/load/load-schema.ts'
import { parseMysqlAddress } from '../../../src/storage/mysql/mysql-address.ts'
import { type CopyInput, type CopyResult, copyMysql } from '../../../src/transfer/copy/copy-mysql.ts'
import type { RecordedCase } from '../../conformance/cases.ts'
import { CONFORMANCE_PROJECT } from '../../support/worlds/conformance-data.ts'

export const ZONE = 'America/New_York'

const file = (name: string): string => fileURLToPath(new URL(`../../fixtures/mysql/${name}`, import.meta.url))

export const MYSQL_DUMP = file('strapi.sql.gz')

/** Of the requests that the conformance test asks as well, one in so many; `MYSQL_ANSWERS=all` has all of them. */
const EVERY = process.env.MYSQL_ANSWERS === 'all' ? 1 : 6

export function recordedAnswers(): readonly RecordedCase[] {
  const text = gunzipSync(readFileSync(file('answers.jsonl.gz'))).toString('utf8')
  const cases = text
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as RecordedCase)
  return cases.filter(({ id }, at) => id.startsWith('copy-') || at % EVERY === 0)
}

export async function copied(
  from: string,
  database: DatabaseConfig,
  progress: CopyInput['progress'] = () => {},
): Promise<CopyResult> {
  const { schema } = await loadSchema(CONFORMANCE_PROJECT)
  const storage = { database, limits: DEFAULT_LIMITS }
  return copyMysql({ address: parseMysqlAddress(from), storage, schema, timezone: ZONE, note: () => {}, progress })
}

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** PostgreSQL puts the keys of JSON values in an order of its own, and drops trailing zeros of times. */
export function asOnPostgres(value: unknown): Json {
  const json = value as Json
  if (Array.isArray(json)) return json.map(asOnPostgres)
  if (typeof json === 'string') return /^\d\d:\d\d:\d\d\.\d{3}$/.test(json) ? json.replace(/\.?0+$/, '') : json
  if (json === null || typeof json !== 'object') return json
  return Object.fromEntries(
    Object.keys(json)
      .sort()
      .map(key => [key, asOnPostgres(json[key])]),
  )
}
