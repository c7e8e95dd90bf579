/**
 * What an entry was before a change is read inside the transaction that changes it. On PostgreSQL each level is a round trip, for which other
 * writers of the entry wait.
 */
import { describe, expect, test } from 'vitest'
import { DEFAULT_LIMITS } from '../../src/config/config.ts'
import { EntryRecords } from '../../src/content/records/entry-records.ts'
import { loadSchema } from '../../src/schema/load/load-schema.ts'
import type { ReadSteps } from '../../src/storage/database.ts'
import { openStorage } from '../../src/tables/open-storage.ts'
import { openWriteApp, PROJECT } from '../content/write/write-app.ts'
import { CLIENTS } from '../support/databases.ts'

const link = (label: string) => ({ label })
const head = (text: string) => ({ text, main: link('main'), links: [link('one'), link('two')] })
const ITEM = {
  ...{ title: 'Deep', code: 'deep', head: head('head'), box: link('box'), rows: [link('row')] },
  blocks: [
    { __component: 'blocks.text', text: 'text' },
    { __component: 'blocks.people', heading: 'people', link: link('link') },
    { __component: 'parts.head', ...head('block') },
  ],
}

/** Runs the read and counts its levels. */
function* counted<T>(read: ReadSteps<T>): ReadSteps<{ readonly found: T; readonly levels: number }> {
  let levels = 0
  for (let step = read.next(); ; levels += 1) {
    if (step.done) return { found: step.value, levels }
    step = read.next(yield step.value)
  }
}

describe.each(CLIENTS)('on %s', client => {
  test('as many levels as the components of the entry are deep, however many there are', async () => {
    const { send, database } = await openWriteApp(client)
    const { body } = await send('POST', 'items', ITEM)
    const { id } = body.data as { id: number }
    const { schema } = await loadSchema(PROJECT)
    const storage = await openStorage({ database, limits: DEFAULT_LIMITS }, schema, { log: () => undefined })
    try {
      const records = new EntryRecords(storage.schema, storage.database.dialect)
      const type = storage.schema.types.get('api::item.item')!
      const { found, levels } = await storage.database.read(counted(records.version(type, id)))
      const { attributes } = JSON.parse(found!)
      expect(attributes).toMatchObject(ITEM)
      expect(levels).toBe(3)
    } finally {
      await storage.database.close()
    }
  })
})
