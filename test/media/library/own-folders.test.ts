/** What may be moved and deleted is asked in the transaction that does it, which has one connection and requests no other. */
import { beforeAll, describe, expect, test } from 'vitest'
import { DEFAULT_LIMITS } from '../../../src/config/config.ts'
import { writeInScope } from '../../../src/content/write/run-scope.ts'
import { contentContext } from '../../../src/contexts.ts'
import { adminRows } from '../../../src/identity/administrators/administrators.ts'
import { changeIn } from '../../../src/identity/records/change-rights.ts'
import { createPasswords } from '../../../src/identity/sign-in/password-hash.ts'
import { insertFile } from '../../../src/media/files/file-rows.ts'
import { createFolder, updateFolder } from '../../../src/media/library/change-folders.ts'
import { deleteItems } from '../../../src/media/library/delete-items.ts'
import { listFolders } from '../../../src/media/library/folders.ts'
import type { LibraryViewer } from '../../../src/media/library/library-context.ts'
import { moveItems } from '../../../src/media/library/move-items.ts'
import type { MediaContext } from '../../../src/media/media-context.ts'
import { mediaContext } from '../../../src/media/open-media.ts'
import { FileTurns } from '../../../src/media/upload/file-turns.ts'
import { loadSchema } from '../../../src/schema/load/load-schema.ts'
import { steps } from '../../../src/storage/database.ts'
import { openStorage } from '../../../src/tables/open-storage.ts'
import { CHEAP_PASSWORDS, testConfig } from '../../support/build-test-app.ts'
import { cleanUp } from '../../support/clean-up.ts'
import { CLIENTS, type Client } from '../../support/databases.ts'
import { copyOfMediaProject, mediaDatabase } from '../media-app.ts'

/** Lets others do something between the first look of a deletion and its transaction. */
class LateTurns extends FileTurns {
  meanwhile: () => Promise<unknown> = async () => undefined

  override async run<T>(ids: readonly number[], work: () => Promise<T>): Promise<T> {
    await this.meanwhile()
    this.meanwhile = async () => undefined
    return super.run(ids, work)
  }
}

const VARIANTS = CLIENTS.flatMap(client => (client === 'sqlite' ? (['memory', client] as const) : [client]))

async function openLibrary(variant: Client | 'memory') {
  const folder = copyOfMediaProject()
  const given =
    variant === 'memory' ? ({ client: 'sqlite', filename: ':memory:' } as const) : await mediaDatabase(variant)
  const database = given.client === 'postgres' ? { ...given, pool: 1 } : given
  const { schema } = await loadSchema(folder)
  const storage = await openStorage({ database, limits: DEFAULT_LIMITS }, schema, { log: () => undefined })
  cleanUp(() => storage.database.close())
  const config = testConfig({ folder, database })
  const content = contentContext(config, storage, createPasswords(DEFAULT_LIMITS, CHEAP_PASSWORDS))
  const turns = new LateTurns()
  const library: MediaContext = { ...mediaContext(config, content, { later: () => undefined }), turns }
  cleanUp(async () => {
    await library.work.close()
    library.journal.close()
  })
  return { library, turns }
}

const FILE = {
  ...{ ext: '.png', mime: 'image/png', size: 1, width: null, height: null, formats: null, provider: 'local' },
  ...{ alternativeText: null, caption: null, previewUrl: null, provider_metadata: null },
}

describe.each(VARIANTS)('folders on %s', variant => {
  let library: MediaContext
  let turns: LateTurns
  let mine: LibraryViewer
  let others: LibraryViewer
  let names = 0
  const rows = async (text: string) => {
    const [found = []] = await library.content.database.read(steps({ text, values: [] }))
    return found
  }
  const fresh = (start: string) => `${start}${++names}`
  const folder = async (by: LibraryViewer, parent: number | null = null) =>
    (await createFolder(library, { name: fresh('folder'), parent }, by)).id
  const pathOf = async (id: number | null) =>
    id === null ? '/' : String((await rows(`select path from upload_folders where id = ${id}`))[0]?.[0])
  const file = async ({ by }: LibraryViewer, inside: number | null) => {
    const hash = fresh('hash')
    const values = { ...FILE, name: `${hash}.png`, hash, url: `/uploads/${hash}.png`, folderPath: await pathOf(inside) }
    const stamp = { now: new Date(), by }
    return writeInScope(library.content, null, scope => insertFile(scope, { ...values, folder: inside }, stamp))
  }
  const pathsOf = async (...ids: readonly number[]) =>
    (await rows(`select folder_path from files where id in (${ids.join()}) order by id`)).map(([path]) => path)

  beforeAll(async () => {
    ;({ library, turns } = await openLibrary(variant))
    const { database, schema } = library.content
    const people = adminRows(database.dialect, schema)
    const person = (email: string) => changeIn(database, run => people.insert(run, { email }, new Date()))
    mine = { by: await person('ann@example.org'), onlyOwn: true, seesAll: true }
    others = { by: await person('bob@example.org') }
  })

  test('many who move and change their own folders at once do not wait for each other for ever', async () => {
    const [one, two] = [await folder(mine), await folder(mine)]
    const move = (to: number | null) => moveItems(library, { folders: [two], to }, mine)
    const moved = await Promise.all(Array.from({ length: 30 }, (_, index) => move(index % 2 === 0 ? one : null)))
    expect(moved).toEqual(moved.map(() => ({ files: [], folders: [two], usage: [] })))
    expect(await updateFolder(library, two, { parent: one }, mine)).toMatchObject({ parent: one })
    const folders = await listFolders(library, mine)
    expect(folders.find(({ id }) => id === one)).toMatchObject({ folders: 1 })
    await file(others, two)
    await expect(move(null)).rejects.toMatchObject({ key: 'forbidden' })
    await expect(updateFolder(library, two, { parent: null }, mine)).rejects.toMatchObject({ key: 'forbidden' })
    await expect(deleteItems(library, { folders: [one] }, mine)).rejects.toMatchObject({ key: 'forbidden' })
  })

  test('what has left a folder while it is deleted stays, and nothing keeps a path below it', async () => {
    const [gone, below] = [await folder(others), await folder(others)]
    await moveItems(library, { folders: [below], to: gone })
    const [inside, leaves, carried, comes] = [
      await file(others, gone),
      await file(others, gone),
      await file(others, below),
      await file(others, null),
    ]
    let late = 0
    turns.meanwhile = async () => {
      await moveItems(library, { files: [leaves], folders: [below], to: null })
      late = await folder(others, gone)
      await moveItems(library, { files: [comes], to: late })
    }
    const path = await pathOf(gone)
    const deleted = await deleteItems(library, { folders: [gone] })
    expect(deleted).toMatchObject({ files: [inside] })
    expect(deleted.folders.toSorted((a, b) => a - b)).toEqual([gone, late])
    expect(await pathsOf(inside, leaves, carried, comes)).toEqual(['/', await pathOf(below), '/'])
    for (const [table, column] of [
      ['upload_folders', 'path'],
      ['files', 'folder_path'],
    ])
      expect(await rows(`select id from ${table} where ${column} = '${path}' or ${column} like '${path}/%'`)).toEqual(
        [],
      )
    expect(await rows(`select file_id from files_folder_links where file_id in (${leaves}, ${comes})`)).toEqual([])
  })

  test("somebody else's file that comes into a folder while it is deleted keeps it", async () => {
    const own = await folder(mine)
    const [inside, comes] = [await file(mine, own), await file(others, null)]
    turns.meanwhile = () => moveItems(library, { files: [comes], to: own })
    await expect(deleteItems(library, { folders: [own] }, mine)).rejects.toMatchObject({ key: 'forbidden' })
    expect(await pathsOf(inside, comes)).toEqual([await pathOf(own), await pathOf(own)])
  })

  test('of many files, those are found whose addresses are in texts', async () => {
    const full = await folder(others)
    const ids: number[] = []
    for (let count = 0; count < 25; count += 1) ids.push(await file(others, full))
    const hashes = await rows(`select hash from files where id in (${ids[3]}, ${ids[20]}) order by id`)
    const [first, second] = hashes.map(([hash]) => String(hash))
    const text = `/uploads/small_${first}.png and /uploads/${second}.png and /uploads/nobodys.png`
    const post = await library.content.database.write(transaction =>
      transaction.run({ text: `insert into posts (title) values ('${text}') returning id`, values: [] }),
    )
    const { usage } = await deleteItems(library, { folders: [full], dryRun: true })
    expect(usage.map(({ file: used, id, how }) => [used, id, how])).toEqual(
      [ids[3], ids[20]].map(used => [used, Number(post[0]![0]), 'text']),
    )
  })
})
