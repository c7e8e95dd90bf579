/** `i18n-locale.fr.json`: the locales of the content. */
import { z } from 'zod'
import { LOCALE } from '../../identity/records/record-shape.ts'
import { StoredRows } from '../../identity/records/stored-rows.ts'
import { localeUsesBy } from '../../management/locales/remove-locale.ts'
import { column, type Fragment, sql } from '../../sql/fragment.ts'
import type { Row } from '../../sql/statement.ts'
import { type SyncContent, type SyncContext, type SyncKind, shortText } from './sync-kind.ts'

const shape = z.object({ name: shortText, code: shortText })

/** `defaultLocale` is the one after the import. */
export function localeKind({ database, schema, run, now }: SyncContext, defaultLocale: unknown): SyncKind {
  const rows = new StoredRows(database.dialect, schema, LOCALE)
  const stored = async () => {
    const found = await run(rows.select(['name', 'code'], sql`order by ${column('t', 'id')}`))
    return rows.records(['name', 'code'], found)
  }
  const idOf = async (code: string) => (await stored()).find(locale => locale.code === code)?.id
  const read = async (statements: readonly Fragment[]) => {
    const found: (readonly Row[])[] = []
    for (const statement of statements) found.push(await run(statement))
    return found
  }
  return {
    name: 'i18n-locale',
    key: 'code',
    shape,
    load: async () =>
      new Map((await stored()).map(({ name, code }): readonly [string, SyncContent] => [code, { name, code }])),
    put: async (code, wanted) => {
      const { name } = wanted as z.output<typeof shape>
      const id = await idOf(code)
      if (id === undefined) await rows.insert(run, { name, code }, now)
      else await rows.update(run, id, { name }, { now })
    },
    remove: async code => {
      const id = await idOf(code)
      if (id !== undefined) await rows.delete(run, id)
    },
    reasonToKeep: async code => {
      if (code === defaultLocale) return 'it is the default locale'
      const uses = await localeUsesBy(read, schema, code)
      const count = uses.reduce((sum, { entries }) => sum + entries, 0)
      return count === 0 ? undefined : `it has ${count} entries; populus locales remove ${code} deletes them with it`
    },
  }
}
