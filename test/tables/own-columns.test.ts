/** Populus' own tables of an earlier version get the columns that they lack. */
import { expect, test } from 'vitest'
import { PROJECT } from '../content/write/write-app.ts'
import { runOwn } from '../identity/administrators/own-rows.ts'
import { buildTestApp } from '../support/build-test-app.ts'
import { CLIENTS } from '../support/databases.ts'
import { startedDatabase } from '../support/prepared-database.ts'

const NEWER = [
  ['password_changes', 'spared_until'],
  ['schedule', 'client'],
  ['webhook_options', 'batch'],
] as const

test.each(CLIENTS)('on %s', async client => {
  const database = await startedDatabase(client, PROJECT)
  const look = (table: string, column: string) => runOwn(database, `select ${column} from populus.${table}`)
  for (const [table, column] of NEWER) {
    await runOwn(database, `alter table populus.${table} drop column ${column}`)
    await expect(look(table, column)).rejects.toThrow()
  }
  await (await buildTestApp({ folder: PROJECT, database })).close()
  for (const [table, column] of NEWER) expect(await look(table, column)).toEqual([])
})
