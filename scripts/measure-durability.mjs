// What it costs that an acknowledged write is on disk: small transactions in a SQLite file with a write-ahead log, with
// synchronous FULL and NORMAL in turns. node scripts/measure-durability.mjs [folder]; the folder's disk is what is measured.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { argv } from 'node:process'
import Database from 'better-sqlite3'

const TURNS = 20
const WRITES = 100

const folder = mkdtempSync(join(argv[2] ?? tmpdir(), 'populus-durability-'))
const seconds = { FULL: [], NORMAL: [] }
try {
  const file = new Database(join(folder, 'data.db'))
  file.pragma('journal_mode = wal')
  file.exec('create table items (id integer primary key, title text, body text)')
  file.exec('create table parts (id integer primary key, item_id integer, label text)')
  const item = file.prepare('insert into items (title, body) values (?, ?)')
  const part = file.prepare('insert into parts (item_id, label) values (?, ?)')
  // About what one POST with four components stores.
  const write = file.transaction(title => {
    const { lastInsertRowid } = item.run(title, 'x'.repeat(1000))
    for (let count = 0; count < 4; count++) part.run(lastInsertRowid, title)
  })
  for (let turn = 0; turn < 2 * TURNS; turn++) {
    const mode = turn % 2 === 0 ? 'FULL' : 'NORMAL'
    file.pragma(`synchronous = ${mode}`)
    const start = performance.now()
    for (let count = 0; count < WRITES; count++) write(`${turn}.${count}`)
    seconds[mode].push((performance.now() - start) / 1000)
  }
  file.close()
} finally {
  rmSync(folder, { recursive: true, force: true })
}

const middle = list => list.toSorted((a, b) => a - b)[list.length >> 1]
const [full, normal] = [middle(seconds.FULL), middle(seconds.NORMAL)]
for (const [mode, time] of Object.entries({ FULL: full, NORMAL: normal }))
  console.log(
    `${mode.padEnd(6)} ${((time / WRITES) * 1000).toFixed(3)} ms for a write, ${Math.round(WRITES / time)} writes/s`,
  )
console.log(`ratio  ${(full / normal).toFixed(1)}`)
