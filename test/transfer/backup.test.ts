/** `populus backup` and `populus restore`: the same answers afterwards, on both databases and across; all or nothing. */
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import type { DatabaseConfig } from '../../src/config/config.ts'
import { DEFAULT_LIMITS } from '../../src/config/config.ts'
import { loadSchema } from '../../src/schema/load/load-schema.ts'
import { sql, table, value } from '../../src/sql/fragment.ts'
import { runningIn } from '../../src/storage/run-fragment.ts'
import { openStorage } from '../../src/tables/open-storage.ts'
import { markRestore } from '../../src/tables/restore-mark.ts'
import { runHere } from '../cli/run-here.ts'
import { startPopulus } from '../cli/run-populus.ts'
import { CLIENTS, type Client, freshDatabase, temporaryFolder } from '../support/databases.ts'
import { selectRows } from '../support/worlds/select-rows.ts'
import { WORLD, worldDatabase } from '../support/worlds/world.ts'
import { answersOf, backUp, databaseFlag, ENV, restore, worldProject } from './backups.ts'
import { using } from './transfers.ts'

const GRANTS = ['article', 'author', 'tag', 'team', 'homepage', 'bookmark'].map(type => ({
  role: 'public',
  type,
  actions: ['find' as const, 'findOne' as const],
}))

interface Source {
  readonly database: DatabaseConfig
  readonly folder: string
  readonly file: string
  readonly answers: readonly string[]
}

const sources = new Map<Client, Source>()
const sourceOf = (client: Client): Source => sources.get(client)!

beforeAll(async () => {
  for (const client of CLIENTS) {
    const database = await worldDatabase(client, { grants: GRANTS, extras: true })
    const folder = worldProject()
    const file = await backUp(folder, database)
    sources.set(client, { database, folder, file, answers: await answersOf(folder, database) })
  }
})

describe('the example world answers the same', () => {
  test.each(CLIENTS)('byte by byte, after %s to the same', async client => {
    const database = await freshDatabase(client)
    const folder = await restore(sourceOf(client).file, database)
    expect(await answersOf(folder, database)).toEqual(sourceOf(client).answers)
    expect(readFileSync(join(folder, '.env'), 'utf8')).toContain('JWT_SECRET=world-jwt-secret\n')
    expect(statSync(join(folder, '.env')).mode & 0o777).toBe(0o600)
    expect(readFileSync(join(folder, 'public/uploads/sunrise_a1.jpg'), 'utf8')).toBe('bytes of sunrise_a1.jpg')
    expect(existsSync(join(folder, 'public/uploads/nobody.txt'))).toBe(false)
  })

  // The other source has the same content, made by that database itself.
  test.each([
    ['sqlite', 'postgres', plain],
    ['postgres', 'sqlite', keysSorted],
  ] as const)('as content that was made there, after %s to %s', async (from, to, form) => {
    const database = await freshDatabase(to)
    const folder = await restore(sourceOf(from).file, database)
    const [restored, expected] = [await answersOf(folder, database), sourceOf(to).answers]
    for (const [index, answer] of restored.entries()) expect(form(answer)).toEqual(form(expected[index]!))
  })
})

/** Locales have the time of the creation of their database. */
function plain(answer: string): string {
  return answer.includes('/i18n/locales') ? answer.replace(/"(created|updated)At":"[^"]*",/g, '') : answer
}

/** PostgreSQL does not keep the order of keys in JSON. */
function keysSorted(answer: string): unknown {
  const [, head, body] = /^(.*? \d{3} )([[{].*)$/s.exec(plain(answer)) ?? []
  return body === undefined ? answer : [head, JSON.parse(body)]
}

describe.each(CLIENTS)('while others write (%s)', client => {
  test('a backup is one moment: what one transaction wrote in several tables is there together', async () => {
    const database = await worldDatabase(client)
    const folder = worldProject()
    const { schema } = await loadSchema(WORLD)
    const files: string[] = []
    await using(database, schema, async ({ database: opened }) => {
      let running = true
      let commits = 0
      const writes = (async () => {
        while (running) {
          commits += 1
          const text = value(`count ${commits}`)
          await opened.write(async transaction => {
            const run = runningIn(transaction, opened)
            await run(sql`update tags set name = ${text} where id = 1`)
            await run(sql`update articles set title = ${text} where id = 2`)
            // In another file on SQLite.
            const meta = table('meta', opened.dialect.ownSchema)
            await run(sql`insert into ${meta} ("key", value) values ('count', ${text})
              on conflict ("key") do update set value = excluded.value`)
          })
          await sleep(1)
        }
      })()
      try {
        for (let turn = 0; turn < 2; turn += 1) {
          const before = commits
          const file = join(temporaryFolder(), 'busy.tar.gz')
          const words = ['backup', file, '--folder', folder, '--database', databaseFlag(database)]
          const done = await startPopulus(words, ENV).finished
          expect([done.code, done.out, done.error]).toEqual([
            0,
            expect.stringContaining('Backed up'),
            expect.any(String),
          ])
          expect(commits).toBeGreaterThan(before)
          files.push(file)
        }
      } finally {
        running = false
        await writes
      }
    })
    for (const file of files) {
      const restored = await freshDatabase(client)
      await restore(file, restored)
      const tag = (await selectRows(restored, 'tags', ['id', 'name'])).find(([id]) => Number(id) === 1)
      const article = (await selectRows(restored, 'articles', ['id', 'title'])).find(([id]) => Number(id) === 2)
      const meta = await using(restored, schema, ({ database: opened }) =>
        opened.write(transaction =>
          runningIn(
            transaction,
            opened,
          )(sql`select value from ${table('meta', opened.dialect.ownSchema)} where "key" = 'count'`),
        ),
      )
      expect(tag![1]).toMatch(/^count \d+$/)
      expect([article![1], meta[0]![0]]).toEqual([tag![1], tag![1]])
    }
  }, 240_000)
})

describe('an archive that is not whole', () => {
  const spoil: Record<string, (file: string, size: number) => void> = {
    'cut in the middle': (file, size) => truncateSync(file, Math.floor(size / 2)),
    'cut by one byte': (file, size) => truncateSync(file, size - 1),
    'changed at its beginning': (file, size) => flip(file, Math.floor(size / 10)),
    'changed in the middle': (file, size) => flip(file, Math.floor(size / 2)),
    'changed near its end': (file, size) => flip(file, size - 60),
  }

  test.each([false, true].flatMap(encrypted => Object.keys(spoil).map(how => [encrypted, how] as const)))(
    'is refused, and nothing changes (encrypted: %s, %s)',
    async (encrypted, how) => {
      const file = join(temporaryFolder(), 'spoilt')
      const env = { POPULUS_BACKUP_PASSPHRASE: 'correct horse battery' }
      copyFileSync(encrypted ? await encryptedBackup() : sourceOf('sqlite').file, file)
      spoil[how]!(file, statSync(file).size)
      const target = join(temporaryFolder(), 'target')
      const done = await runHere(['restore', file, target, '--database', `sqlite:${target}.db`], env)
      expect([done.code, done.error]).toEqual([
        1,
        expect.stringMatching(/The archive (is damaged|cannot be decrypted)/),
      ])
      expect([existsSync(target), existsSync(`${target}.db`)]).toEqual([false, false])
    },
  )

  test('needs its passphrase', async () => {
    const unwritten = join(temporaryFolder(), 'short.age')
    const short = await runHere(encryptTo(unwritten), { ...ENV, POPULUS_BACKUP_PASSPHRASE: 'short' })
    expect([short.code, existsSync(unwritten)]).toEqual([1, false])
    const file = await encryptedBackup()
    expect(readFileSync(file).includes('world-jwt-secret')).toBe(false)
    const target = join(temporaryFolder(), 'target')
    const wrong = await runHere(['restore', file, target], { POPULUS_BACKUP_PASSPHRASE: 'wrong horse battery' })
    expect([wrong.code, wrong.error, existsSync(target)]).toEqual([
      1,
      'The passphrase is wrong\n  - nothing was changed\n',
      false,
    ])
    const right = await runHere(['restore', file, target], { POPULUS_BACKUP_PASSPHRASE: 'correct horse battery' })
    expect([right.code, existsSync(join(target, '.data/content.db'))]).toEqual([0, true])
  })
})

describe('where something exists already', () => {
  test('a folder with files is refused and stays as it is; --force moves them aside', async () => {
    const { file } = sourceOf('sqlite')
    const target = temporaryFolder()
    writeFileSync(join(target, 'package.json'), 'mine')
    const refused = await runHere(['restore', file, target])
    expect([refused.code, refused.error]).toEqual([1, expect.stringContaining('is not empty')])
    expect(readdirSync(target)).toEqual(['package.json'])
    expect((await runHere(['restore', file, target, '--force'])).code).toBe(0)
    const aside = readdirSync(target).find(name => name.startsWith('.before-restore-'))!
    expect(readFileSync(join(target, aside, 'package.json'), 'utf8')).toBe('mine')
    expect(JSON.parse(readFileSync(join(target, 'package.json'), 'utf8'))).toMatchObject({ name: 'world' })
  })

  test('a database with content is refused and stays as it is', async () => {
    for (const client of CLIENTS) {
      const { database } = sourceOf(client)
      const target = join(temporaryFolder(), 'target')
      const before = await selectRows(database, 'articles', ['id', 'title'])
      const done = await runHere(['restore', sourceOf(client).file, target, '--database', databaseFlag(database)])
      expect([done.code, done.error]).toEqual([1, expect.stringMatching(/is not empty|exists/)])
      expect([existsSync(target), await selectRows(database, 'articles', ['id', 'title'])]).toEqual([false, before])
    }
  })

  test('--data-only fills a project that has its own files', async () => {
    const project = worldProject()
    const uploads = join(project, 'public/uploads')
    const words = ['restore', sourceOf('sqlite').file, project, '--data-only']
    expect((await runHere(words)).error).toContain(`The folder ${uploads} is not empty`)
    expect((await runHere([...words, '--force'])).code).toBe(0)
    const database = { client: 'sqlite' as const, filename: join(project, '.data/content.db') }
    expect(await answersOf(project, database)).toEqual(sourceOf('sqlite').answers)
    expect(existsSync(join(project, '.env'))).toBe(false)
  })

  test('a restore to PostgreSQL that was interrupted keeps servers away, and can be run again', async () => {
    const database = await freshDatabase('postgres')
    const { schema } = await loadSchema(WORLD)
    await using(database, schema, ({ database: opened }) =>
      opened.write(transaction => markRestore(runningIn(transaction, opened), opened.dialect, new Date())),
    )
    const open = openStorage({ database, limits: DEFAULT_LIMITS }, schema, { log: () => {} })
    await expect(open).rejects.toThrow('A backup is being restored to the database')
    const folder = await restore(sourceOf('postgres').file, database)
    expect(await answersOf(folder, database)).toEqual(sourceOf('postgres').answers)
  })
})

test('columns and tables that the schema no longer has are kept', async () => {
  const { schema } = await loadSchema(WORLD)
  for (const client of CLIENTS) {
    const database = await worldDatabase(client)
    await using(database, schema, ({ database: opened }) =>
      opened.write(async transaction => {
        const run = runningIn(transaction, opened)
        await run(sql`alter table tags add column old_name varchar(255)`)
        await run(sql`update tags set old_name = 'kept' where id = 2`)
        await run(sql`create table notes (id integer primary key, body text, seen boolean)`)
        await run(sql`insert into notes (id, body, seen) values (7, 'by hand', ${value(true)})`)
      }),
    )
    const restored = await freshDatabase(client === 'sqlite' ? 'postgres' : 'sqlite')
    await restore(await backUp(worldProject(), database), restored)
    const tags = await selectRows(restored, 'tags', ['id', 'old_name'])
    expect(tags.map(([, name]) => name)).toContain('kept')
    expect((await selectRows(restored, 'notes', ['id', 'body'])).map(row => [...row])).toEqual([[7, 'by hand']])
  }
})

test('--check reads all of it and says what it contains', async () => {
  const { file } = sourceOf('sqlite')
  const before = createHash('sha256').update(readFileSync(file)).digest('hex')
  const done = await runHere(['restore', file, '--check'])
  expect([done.code, done.error]).toEqual([0, ''])
  expect(done.out).toMatch(/is complete\nworld, backed up at .* from sqlite\n\d+ rows of \d+ tables, 7 files/)
  expect(createHash('sha256').update(readFileSync(file)).digest('hex')).toBe(before)
})

function encryptTo(file: string): readonly string[] {
  const { folder, database } = sourceOf('sqlite')
  return ['backup', file, '--encrypt', '--folder', folder, '--database', databaseFlag(database)]
}

let encryptedOnce: Promise<string> | undefined

function encryptedBackup(): Promise<string> {
  encryptedOnce ??= (async () => {
    const file = join(temporaryFolder(), 'closed.age')
    await runHere(encryptTo(file), { ...ENV, POPULUS_BACKUP_PASSPHRASE: 'correct horse battery' })
    return file
  })()
  return encryptedOnce
}

function flip(file: string, at: number): void {
  const bytes = readFileSync(file)
  bytes[at] = bytes[at]! ^ 0x10
  writeFileSync(file, bytes)
}
