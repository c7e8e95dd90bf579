/** Strapi's table of settings: JSON text by key. */
import { name, sql, table, value } from '../sql/fragment.ts'
import type { RunFragment } from '../storage/run-fragment.ts'
import { CORE_STORE } from './adopt/strapi-tables.ts'

/** The parsed value; `undefined` where there is none, or none that can be read. */
export async function readCoreStore(run: RunFragment, key: string): Promise<unknown> {
  const rows = await run(sql`select ${name('value')} from ${table(CORE_STORE)} where ${name('key')} = ${value(key)}`)
  try {
    return JSON.parse(String(rows[0]?.[0]))
  } catch {
    return undefined
  }
}

export async function addToCoreStore(run: RunFragment, key: string, content: unknown): Promise<void> {
  await run(sql`
    insert into ${table(CORE_STORE)} (${name('key')}, ${name('value')}, ${name('type')})
    values (${value(key)}, ${value(JSON.stringify(content))}, ${value(typeof content)})`)
}
