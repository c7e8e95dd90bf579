/** Large files. `POPULUS_BULK=100000` takes that many entries instead of a thousand, and looks at the memory that they take. */
import { describe, expect, test } from 'vitest'
import { exportContent } from '../../src/transfer/export/export-content.ts'
import { query } from '../storage/small-world.ts'
import { CLIENTS, freshDatabase } from '../support/databases.ts'
import { bulkSchema, generateFile } from './generated-content.ts'
import { exportDigest, imported, using } from './transfers.ts'

const ENTRIES = Number(process.env.POPULUS_BULK ?? 1000)
/** A thousand entries are small beside what the tests before have left in the process. */
const LOOKS_AT_MEMORY = ENTRIES >= 20_000
const MINUTES = 60_000
const MEBIBYTE = 1024 * 1024
/** How much more memory the process may take while it is at it, however many entries there are. */
const MOST_GROWTH = 160 * MEBIBYTE

/** The most memory that the process had whenever it was looked at. */
function memoryGrowth() {
  const before = process.memoryUsage.rss()
  let most = before
  return {
    look: () => {
      most = Math.max(most, process.memoryUsage.rss())
    },
    growth: () => most - before,
  }
}

describe.each(CLIENTS)(`${ENTRIES} entries (%s)`, client => {
  test.each(['batches', 'all-or-nothing'] as const)(
    'go in and out, %s',
    async mode => {
      const schema = bulkSchema()
      const file = generateFile(ENTRIES)
      const config = await freshDatabase(client)
      const memory = memoryGrowth()
      const started = Date.now()
      const { entries } = await imported(config, schema, file, { mode, progress: memory.look })
      const between = Date.now()
      expect(entries).toBe(ENTRIES)
      await using(config, schema, storage =>
        exportContent({ ...storage, write: () => undefined, progress: memory.look }),
      )
      if (LOOKS_AT_MEMORY) {
        const grown = Math.round(memory.growth() / MEBIBYTE)
        console.info(`${client} ${mode}: in ${between - started} ms, out ${Date.now() - between} ms, ${grown} MiB`)
        expect(memory.growth()).toBeLessThan(MOST_GROWTH)
      }
      const counted = await using(config, schema, ({ database }) =>
        query(
          database,
          'select (select count(*) from posts_labels_links), (select count(*) from posts_before_links), (select count(*) from posts_components)',
        ),
      )
      const posts = ENTRIES - 100
      expect(counted.map(row => row.map(Number))).toEqual([[posts * 3, posts - 1, posts]])
    },
    10 * MINUTES,
  )

  test(
    'interrupted again and again and resumed, come out the same as without',
    async () => {
      const schema = bulkSchema()
      const count = Math.min(ENTRIES, 3000)
      const file = generateFile(count)
      const whole = await freshDatabase(client)
      await imported(whole, schema, file)
      const config = await freshDatabase(client)
      let mode: 'batches' | 'resume' = 'batches'
      let interruptions = 0
      for (let done = false; !done; ) {
        let batches = 0
        const progress = () => {
          if (++batches > 3) throw new Error('interrupted')
        }
        try {
          await imported(config, schema, file, { mode, batch: Math.ceil(count / 12), progress })
          done = true
        } catch (error) {
          expect(String(error)).toContain('interrupted')
          interruptions += 1
        }
        mode = 'resume'
      }
      expect(interruptions).toBeGreaterThan(5)
      const types = ['post', 'label']
      expect(await exportDigest(config, schema, types)).toBe(await exportDigest(whole, schema, types))
    },
    5 * MINUTES,
  )
})
