/** Who looks before they write uses `changeAlone`. What the next transaction of several statements does has to be said here. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const SOURCE = fileURLToPath(new URL('../../src', import.meta.url))

/** The folders whose code many requests run at once. */
const ROOMS = ['identity', 'management', 'media', 'webhooks']

/** The transactions of a file that take no lock first, and why none of them needs one. */
const FINE = new Map([
  [
    'identity/administrators/admin-sessions.ts',
    [1, 'removes what is out of date, and adds a row that depends on nothing'],
  ],
  ['identity/administrators/known-places.ts', [1, 'removes what is out of date, and adds or replaces one row']],
  ['identity/administrators/second-factor.ts', [1, 'holds the row that it looks at']],
  ['identity/records/change-rights.ts', [1, 'is `changeRights`, which holds a row']],
  ['identity/records/one-time-codes.ts', [1, 'removes what is out of date, and adds a row that depends on nothing']],
  ['management/live/drafts.ts', [1, 'removes rows']],
  ['management/live/presence.ts', [1, 'removes what is out of date, and adds or replaces one row']],
  ['management/releases/change-release.ts', [4, 'hold the row of the release']],
  ['management/schedule/client-schedule.ts', [1, 'stores nothing']],
  ['management/webhooks/list-deliveries.ts', [1, 'changes rows by what they are when it changes them']],
  ['management/webhooks/manage-webhooks.ts', [2, 'add rows that depend on nothing, and remove rows']],
  ['media/upload/media-journal.ts', [1, 'changes rows by what they are when it changes them']],
  ['webhooks/deliverer.ts', [1, 'changes rows by what they are when it changes them']],
])

test('every transaction of several statements runs alone, or says why it need not', () => {
  const found = ROOMS.flatMap(room =>
    readdirSync(join(SOURCE, room), { recursive: true, encoding: 'utf8' })
      .filter(file => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .flatMap(file => {
        const text = readFileSync(join(SOURCE, room, file), 'utf8')
        const several = [...text.matchAll(/\b(?:changeIn\([^()]+, async|database\.write\(async)\b/g)]
        return several.length === 0 ? [] : [`${room}/${file}: ${several.length}`]
      }),
  )
  expect(found.sort()).toEqual([...FINE].map(([file, [count]]) => `${file}: ${count}`).sort())
})
