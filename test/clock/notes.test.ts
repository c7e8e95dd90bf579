/** The notes of uploads when the clock of the system is set: nobody takes over the work of a server that is alive. */
import { expect, test } from 'vitest'
import { LEASE, MediaJournal, type StoredNote } from '../../src/media/upload/media-journal.ts'
import { openSqlite } from '../../src/storage/sqlite/sqlite-database.ts'
import { processIdentity } from '../../src/util/process/process-identity.ts'

const FAR = 'another-host:1:1'
const GONE = `${processIdentity().replace(/:\d+:\d*$/, '')}:4194399:1`

test.each([
  ['an hour back', -3_600_000],
  ['a day forward', 86_400_000],
])('%s: a note counts until its server had time to renew it', async (_, jump) => {
  let now = Date.UTC(2026, 0, 1)
  const database = await openSqlite({ filename: ':memory:' })
  const journal = new MediaJournal(database, () => now)
  const note = (owner: string): StoredNote => ({
    id: owner,
    owner,
    expiresAt: Date.UTC(2026, 0, 1) + LEASE,
    note: { kind: 'objects', provider: 'local', files: [] },
  })
  const inUse = () => [FAR, processIdentity(), GONE].map(owner => journal.isInUse(note(owner)))
  expect(inUse()).toEqual([true, true, false])
  now += jump
  expect(inUse()).toEqual([true, true, false])
  // A server that starts afterwards knows of no jump: the note looks as if it were given up.
  const later = new MediaJournal(database, () => now)
  expect(later.isInUse(note(FAR))).toBe(false)
  await database.close()
})
