/** A database that a real Strapi 4.26.2 has filled on MariaDB, in the time zone of New York, and what it answered there. */
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

export function recordedAnswers(): readonly RecordedCase[] {
  const text = gunzipSync(readFileSync(file('answers.jsonl.gz'))).toString('utf8')
  return text
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as RecordedCase)
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
