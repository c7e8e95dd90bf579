/** What an operator does: checking the storage, making formats, moving files; and what happens if the storage is missing. */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { DatabaseConfig } from '../../../src/config/config.ts'
import { runHere } from '../../cli/run-here.ts'
import { copyOfBlog, type Finished } from '../../cli/run-populus.ts'
import { BLOG } from '../../docs/run-examples.ts'
import { runOwn } from '../../identity/administrators/own-rows.ts'
import { CLIENTS } from '../../support/databases.ts'
import { startedDatabase } from '../../support/prepared-database.ts'
import { startCloudinary } from '../../support/servers/cloudinary-server.ts'
import { form, mediaAppOn, openMediaApp, picture } from '../media-app.ts'

describe.each(CLIENTS)('populus media on %s', client => {
  let folder: string
  let uploads: string
  let database: DatabaseConfig
  beforeAll(async () => {
    folder = await copyOfBlog()
    uploads = join(folder, 'public', 'uploads')
    database = await startedDatabase(client, BLOG)
  })
  function populus(words: string, env: Readonly<Record<string, string>> = {}): Promise<Finished> {
    const address = database.client === 'sqlite' ? `sqlite:${database.filename}` : database.url
    return runHere([...words.split(' '), '--folder', folder, '--database', address], env)
  }
  const LAKE = 'alpine_lake_3b660bff87.jpg'

  test('check finds what is missing and what nothing refers to, and leaves other files alone', async () => {
    expect(await populus('media check')).toMatchObject({
      code: 0,
      out: '22 files, 92 objects, 0 missing, 0 without a row\n',
    })
    await rm(join(uploads, `small_${LAKE}`))
    await rm(join(uploads, 'priya_raman_95d747bacc.jpg'))
    await writeFile(join(uploads, 'old_cat_0123456789.png'), 'old')
    await writeFile(join(uploads, 'by-hand.png'), 'mine')
    const out = `missing: small_${LAKE} (format small of file 5, alpine-lake.jpg)
missing: priya_raman_95d747bacc.jpg (file 22, priya-raman.jpg)
without a row: old_cat_0123456789.png (local, 3 bytes)
1 objects were not made by an upload and are left alone
22 files, 92 objects, 2 missing, 1 without a row
`
    expect(await populus('media check')).toMatchObject({ code: 1, out })
    expect(await populus('media check --fix')).toMatchObject({
      code: 1,
      out: `${out}Deleted 1 objects without a row, made 1 missing formats
1 files are lost: upload them again to the same entries with "Replace", or delete them
`,
    })
    expect(await readdir(uploads)).toEqual(expect.arrayContaining([`small_${LAKE}`, 'by-hand.png']))
    expect(await readdir(uploads)).not.toContain('old_cat_0123456789.png')
    const again = await populus('media check')
    expect(again.out).toMatch(/92 objects, 1 missing, 0 without a row$/m)
  })

  test('formats makes those that images lack, once', async () => {
    await runOwn(database, 'update files set formats = null where id = 6')
    expect(await populus('media formats')).toMatchObject({ code: 0, out: 'Made 4 formats of 1 images\n' })
    expect((await populus('media formats')).out).toBe('Made 0 formats of 0 images\n')
    await writeFile(join(folder, 'populus.config.json'), '{"media":{"breakpoints":{"tiny":100}}}')
    await runOwn(database, 'delete from files where id > 8')
    expect(await populus('media formats')).toMatchObject({ code: 0, out: 'Made 8 formats of 8 images\n' })
    expect((await readFile(join(uploads, `tiny_${LAKE}`))).length).toBeGreaterThan(100)
    await rm(join(folder, 'populus.config.json'))
  })

  test('move reports what stays, and continues where it was', async () => {
    const cloud = await startCloudinary()
    const env = {
      CLOUDINARY_URL: 'cloudinary://1234:cloud-secret@demo',
      CLOUDINARY_UPLOAD_PREFIX: cloud.media.cloudinary.uploadPrefix,
    }
    const own = { placeholder: { blur: 'data:,', color: '#102030' }, focalPoint: { x: 10, y: 20 } }
    await runOwn(database, `update files set provider_metadata = '${JSON.stringify({ populus: own })}' where id = 2`)
    let uploadsLeft = 12
    cloud.fault = line => (line.includes('upload') && line.startsWith('POST') && uploadsLeft-- <= 0 ? 503 : undefined)
    const broken = await populus('media move --to cloudinary', env)
    expect(broken.code).toBe(1)
    expect(broken.error).toContain('The storage for files (cloudinary) is not available')
    const switched = async () => {
      const [row] = await runOwn(database, "select count(*) as n from files where provider = 'cloudinary'")
      return Number(Object.values(row as object)[0])
    }
    expect(await switched()).toBe(2)
    const [moved] = await runOwn(database, 'select provider_metadata from files where id = 2')
    const [metadata] = Object.values(moved as object)
    expect(typeof metadata === 'string' ? JSON.parse(metadata) : metadata).toEqual({
      public_id: expect.stringContaining('market_fruit'),
      resource_type: 'image',
      populus: own,
    })
    cloud.fault = () => undefined
    await rm(join(uploads, LAKE))
    expect(await populus('media move --to cloudinary', env)).toMatchObject({
      code: 1,
      out: `not moved: file 5, alpine-lake.jpg: its object is missing
Moved 5 files to cloudinary, 2 were there already, 1 not moved
New files still go to local: set media.provider (MEDIA_PROVIDER) to cloudinary
`,
    })
    expect(cloud.kept.size).toBe(7 * 6)
    expect(await populus('media move --to ftp', env)).toMatchObject({
      code: 1,
      error: expect.stringContaining('There is no storage ftp'),
    })
    expect((await populus('media move --to s3')).error).toContain(
      'Nothing can be moved\n  - the setting media.s3.bucket is missing (provider aws-s3)',
    )
  })
})

describe.each(CLIENTS)('a provider that does not exist, on %s', client => {
  test('the server starts and serves content; uploads get 501', async () => {
    const media = await openMediaApp(client)
    const { folder, database } = media
    const { body: kept } = await media.send('POST', '/api/upload', form(picture('kept.png')))
    const app = await mediaAppOn({ folder, database, media: { provider: 'imagekit' } })
    expect(await app.send('GET', '/api/posts')).toMatchObject({ status: 200 })
    expect(await app.send('GET', kept[0].url)).toMatchObject({ status: 200 })
    expect(await app.send('POST', '/api/upload', form(picture('a.png')))).toMatchObject({
      status: 501,
      body: {
        data: null,
        error: {
          status: 501,
          name: 'NotImplementedError',
          message: 'Files cannot be stored: the provider imagekit is not supported (setting media.provider)',
        },
      },
    })
    expect(app.stored().length).toBe(1)
    expect(app.temporary()).toEqual([])
    expect(await app.send('DELETE', `/api/upload/files/${kept[0].id}`)).toMatchObject({ status: 200 })
    expect(app.stored()).toEqual([])
    expect(app.app.report).toContain(
      'Files cannot be stored: the provider imagekit is not supported (setting media.provider)',
    )
  })
})
