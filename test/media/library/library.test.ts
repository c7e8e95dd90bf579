import { describe, expect, test } from 'vitest'
import { adminApp, errorBody, FORBIDDEN, UNAUTHORIZED } from '../../identity/administrators/admin-app.ts'
import { runOwn } from '../../identity/administrators/own-rows.ts'
import { CLIENTS } from '../../support/databases.ts'

const ADA = {
  id: 3,
  name: 'ada.jpg',
  alternativeText: 'Ada',
  caption: null,
  width: 200,
  height: 200,
  formats: null,
  ext: '.jpg',
  mime: 'image/jpeg',
  size: 12.25,
  url: '/uploads/ada_c3.jpg',
  previewUrl: '/uploads/ada_c3_preview.jpg',
  hash: 'ada_c3',
  provider: 'local',
  folder: null,
  focalPoint: null,
  createdAt: '<moment>',
  updatedAt: '<moment>',
}
const TIDE = { uid: 'api::article.article', id: 1, title: 'Tide', locale: 'en', status: 'published', how: 'relation' }
const problem = (path: string, message: string) =>
  errorBody(400, 'ValidationError', `${path}: ${message}`, { errors: [{ path: [path], message }] })

describe.each(CLIENTS)('the library on %s', client => {
  const app = adminApp(client)
  const ids = async (query: string) => (await app.data<{ id: number }[]>(`GET /media?${query}`)).map(({ id }) => id)

  test('a page of files', async () => {
    const { status, body } = await app.call('GET /media?pageSize=1&sort=name:asc')
    expect(status).toBe(200)
    expect(body).toEqual({ data: [ADA], meta: { pagination: { page: 1, pageSize: 1, pageCount: 4, total: 4 } } })
    expect(await ids('sort=name:desc')).toEqual([1, 4, 2, 3])
    expect(await ids('sort=size&type=images')).toEqual([3, 2, 1])
    expect(await ids('type=files')).toEqual([4])
    expect(await ids('_q=THE%20SUN')).toEqual([1])
    expect(await ids('_q=%25')).toEqual([])
    expect(await ids('folder=root&sort=id')).toEqual([1, 2, 3, 4])
    expect(await ids('folder=9')).toEqual([])
    expect((await app.call('GET /media?sort=hash')).body).toEqual(
      problem('sort', 'expected one of name, createdAt, updatedAt, size, ext, mime, id, with :asc or :desc'),
    )
    expect((await app.call('GET /media/3')).body).toEqual({ data: ADA })
    expect(await app.status('GET /media/99')).toBe(404)
    expect(await app.status('GET /media/x')).toBe(404)
  })

  test('where a file is used: fields, components, zones, locales and states', async () => {
    expect((await app.call('GET /media/1/usage')).body).toEqual({
      data: [
        { ...TIDE, path: 'blocks.0.image' },
        { ...TIDE, path: 'cover' },
        { ...TIDE, path: 'seo.image' },
        { ...TIDE, id: 6, title: 'Marée', path: 'cover', locale: 'fr' },
      ],
    })
    expect((await app.call('GET /media/2/usage')).body).toEqual({
      data: [
        { ...TIDE, path: 'gallery' },
        { ...TIDE, path: 'seo.socials.0.image' },
        { ...TIDE, id: 2, title: 'Ridge', path: 'cover' },
        { ...TIDE, id: 5, title: 'Sketch', path: 'cover', status: 'draft' },
      ],
    })
    const author = { uid: 'api::author.author', id: 1, title: 'Ada Reed', locale: null, status: null }
    expect((await app.call('GET /media/3/usage')).body).toEqual({
      data: [{ ...author, path: 'avatar', how: 'relation' }],
    })
    expect(await app.status('GET /media/99/usage')).toBe(404)
  })

  test('addresses in texts count too, and files that nobody uses are found', async () => {
    await runOwn(app.database, 'delete from files_related_morphs where file_id in (3, 4)')
    expect(await ids('unused=true&sort=id')).toEqual([3, 4])
    const text = "update articles set body = 'See [it](/uploads/small_ada_c3.jpg) and 100_% more.' where id = 2"
    await runOwn(app.database, text)
    expect(await ids('unused=1')).toEqual([4])
    const ridge = { ...TIDE, id: 2, title: 'Ridge', path: 'body', how: 'text' }
    expect((await app.call('GET /media/3/usage')).body).toEqual({ data: [ridge] })
  })

  test('folders are created, renamed, moved and filled', async () => {
    expect((await app.call('GET /folders')).body).toEqual({ data: [] })
    const summer = { id: 1, name: 'Summer', parent: null, files: 0, folders: 0 }
    expect(await app.call('POST /folders', { body: { name: ' Summer ' } })).toMatchObject({
      status: 201,
      body: { data: summer },
    })
    const beach = { id: 2, name: 'Beach', parent: 1, files: 0, folders: 0 }
    expect((await app.call('POST /folders', { body: { name: 'Beach', parent: 1 } })).body).toEqual({ data: beach })
    const moved = await app.call('POST /media/bulk', { body: { action: 'move', files: [4, 1, 99], to: 2 } })
    expect(moved.body).toEqual({ data: { files: [1, 4], folders: [], usage: [] } })
    expect(await ids('folder=2&sort=id')).toEqual([1, 4])
    expect((await app.data<{ folder: unknown }>('GET /media/1')).folder).toEqual({ id: 2, name: 'Beach' })
    expect((await app.call('PUT /folders/2', { body: { name: 'Sea', parent: null } })).body).toEqual({
      data: { ...beach, name: 'Sea', parent: null, files: 2 },
    })
    await app.call('POST /media/bulk', { body: { action: 'move', folders: [1], to: 2 } })
    expect((await app.call('GET /folders')).body).toEqual({
      data: [
        { id: 2, name: 'Sea', parent: null, files: 2, folders: 1 },
        { ...summer, parent: 2 },
      ],
    })
    expect(await paths()).toEqual({ folders: ['1:/2/1', '2:/2'], files: ['1:/2', '2:/', '3:/', '4:/2'] })
  })

  /** The columns as Strapi's own panel reads them. */
  async function paths() {
    const rows = async (text: string) =>
      (await runOwn(app.database, text)).map(row => Object.values(row as object).join(':'))
    return {
      folders: await rows('select path_id, path from upload_folders order by id'),
      files: await rows('select id, folder_path from files order by id'),
    }
  }

  test('what cannot be done with folders', async () => {
    const call = async (request: string, body: object) => (await app.call(request, { body })).body
    expect(await call('POST /folders', { name: 'a/b' })).toEqual(problem('name', 'name cannot contain slashes'))
    expect(await call('POST /folders', { name: 'x', parent: 9 })).toEqual(
      problem('parent', 'parent folder does not exist'),
    )
    expect(await call('POST /folders', { name: 'Sea' })).toEqual(
      problem('name', 'A folder with this name already exists'),
    )
    expect(await call('PUT /folders/2', { parent: 1 })).toEqual(
      problem('parent', 'folder cannot be moved inside itself'),
    )
    expect(await app.status('PUT /folders/9', { body: { name: 'x' } })).toBe(404)
    expect(await call('POST /media/bulk', { action: 'move', folders: [2], to: 1 })).toEqual(
      problem('to', 'folders cannot be moved inside themselves or one of its children: Sea'),
    )
    await call('POST /folders', { name: 'Summer' })
    expect(await call('POST /media/bulk', { action: 'move', folders: [1], to: null })).toEqual(
      problem('to', 'some folders already exists: Summer'),
    )
    expect(await paths()).toMatchObject({ folders: ['1:/2/1', '2:/2', '3:/3'] })
  })

  test('activity names files, as long as they are there', async () => {
    await app.call('PUT /media/2', { body: { caption: 'Told of' } })
    const query = 'GET /activity?type=plugin::upload.file&entry=2&limit=1'
    const { name } = await app.data<{ name: string }>('GET /media/2')
    expect(await app.data<unknown[]>(query)).toMatchObject([{ action: 'update', entry: 2, title: name }])
  })

  test('needs a session and the permissions of the upload plugin', async () => {
    expect((await app.call('GET /media', { token: null })).body).toEqual(UNAUTHORIZED)
    const eve = { email: 'eve@example.org', password: 'some password' }
    await app.call('POST /admins', { body: { ...eve, roles: ['strapi-editor'] } })
    const token = await app.signIn(eve)
    await runOwn(app.database, 'delete from admin_permissions_role_links')
    for (const request of ['GET /media', 'GET /media/1', 'GET /media/1/usage', 'GET /folders'])
      expect((await app.call(request, { token })).body).toEqual(FORBIDDEN)
    await grant('plugin::upload.read', ['admin::is-creator'])
    expect((await app.call('GET /media', { token })).body).toMatchObject({ data: [] })
    expect(await app.status('GET /media/1', { token })).toBe(404)
    await runOwn(app.database, 'update files set created_by_id = 2 where id = 1')
    expect((await app.call('GET /media', { token })).body).toMatchObject({ data: [{ id: 1 }] })
    expect(await app.status('POST /folders', { token, body: { name: 'x' } })).toBe(403)
    await grant('plugin::upload.assets.update', ['admin::is-creator'])
    const move = (files: number[]) =>
      app.status('POST /media/bulk', { token, body: { action: 'move', files, to: null } })
    // Files that the person does not see are passed over, as those that do not exist.
    expect([await move([1]), await move([1, 2]), await move([99])]).toEqual([200, 200, 200])
    const crop = (copy: boolean) =>
      app.call('POST /media/1/crop', { token, body: { x: 0, y: 0, width: 1, height: 1, copy } })
    expect((await crop(true)).body).toEqual(FORBIDDEN)
    // Its object is missing.
    expect((await crop(false)).status).toBe(404)
    await changesOwnFolders(token)
    expect((await crop(true)).status).toBe(404)
    await grant('plugin::upload.read', [])
    expect([await move([1]), await move([1, 2])]).toEqual([200, 403])
    expect(((await app.call('GET /media', { token })).body as { data: unknown[] }).data.length).toBe(4)
  })

  async function changesOwnFolders(token: string): Promise<void> {
    await grant('plugin::upload.assets.create', ['admin::is-creator'])
    const make = async (name: string, by: string) =>
      (await app.data<{ id: number }>('POST /folders', { body: { name }, token: by })).id
    const [own, other] = [await make('Own', token), await make('Other', app.token)]
    const put = (id: number, body: object) => app.status(`PUT /folders/${id}`, { token, body })
    const bulk = (body: object) => app.status('POST /media/bulk', { token, body })
    expect(await put(other, { name: 'Taken' })).toBe(403)
    expect(await put(other, { parent: own })).toBe(403)
    expect(await bulk({ action: 'move', folders: [other], to: own })).toBe(403)
    expect(await app.status(`DELETE /folders/${other}`, { token })).toBe(403)
    expect(await put(own, { name: 'Mine', parent: other })).toBe(200)
    expect(await app.status(`PUT /media/2`, { body: { folder: own } })).toBe(200)
    // Somebody else's file is inside now: it is not counted, and does not go where the folder goes.
    const folders = await app.data<{ id: number; files: number }[]>('GET /folders', { token })
    expect(folders.find(({ id }) => id === own)).toMatchObject({ files: 0 })
    expect(await put(own, { name: 'Ours' })).toBe(200)
    expect(await put(own, { parent: null })).toBe(403)
    expect(await app.status(`DELETE /folders/${own}`, { token })).toBe(403)
    expect(await bulk({ action: 'delete', folders: [own], dryRun: true })).toBe(403)
    await app.call('PUT /media/2', { body: { folder: null } })
    expect(await put(own, { parent: null })).toBe(200)
    for (const id of [own, other]) await app.call(`DELETE /folders/${id}`)
  }

  async function grant(action: string, conditions: readonly string[]): Promise<void> {
    const columns = `action, properties, conditions`
    const values = `'${action}', '{}', '${JSON.stringify(conditions)}'`
    await runOwn(app.database, `insert into admin_permissions (${columns}) values (${values})`)
    await runOwn(
      app.database,
      `insert into admin_permissions_role_links (permission_id, role_id) select max(p.id), 2 from admin_permissions as p`,
    )
  }

  test('the number of statements does not depend on the number of files', async () => {
    const many = Array.from(
      { length: 40 },
      (_, index) => `('f${index}', 'h${index}', 'image/png', '/uploads/h${index}.png')`,
    )
    await runOwn(app.database, `insert into files (name, hash, mime, url) values ${many.join(', ')}`)
    const seen: string[] = []
    const watched = await app.watched(text => seen.push(text))
    const count = async (url: string) => {
      seen.length = 0
      await watched.inject({ url: `/admin/api${url}`, headers: { authorization: `Bearer ${app.token}` } })
      // Sessions and settings are read now and then.
      return seen.filter(text => /\b(files|articles|upload_folders)/.test(text)).length
    }
    expect(await count('/media?pageSize=100')).toBe(await count('/media?pageSize=1'))
    expect(await count('/folders')).toBeLessThan(10)
    const use = async (...ids: readonly number[]) => {
      const rows = ids.map(id => `(3, ${id}, 'api::article.article', 'gallery', ${id})`)
      const columns = 'file_id, related_id, related_type, field, "order"'
      await runOwn(app.database, 'delete from files_related_morphs where file_id = 3')
      await runOwn(app.database, `insert into files_related_morphs (${columns}) values ${rows.join(', ')}`)
      return [await count('/media/3/usage'), (await app.data<unknown[]>('GET /media/3/usage')).length] as const
    }
    const [few, one] = await use(2)
    const [more, six] = await use(1, 2, 3, 4, 5, 6)
    expect(six).toBe(one + 5)
    expect(more).toBe(few)
    await runOwn(app.database, 'delete from files_related_morphs where file_id = 3')
  })

  test('deleting a folder deletes everything inside, and says before what uses it', async () => {
    await app.call('POST /media/bulk', { body: { action: 'move', files: [2], to: 1 } })
    const bulk = { action: 'delete', folders: [2] }
    const asked = await app.call('POST /media/bulk', { body: { ...bulk, dryRun: true } })
    const use = { ...TIDE, file: 2 }
    expect(asked.body).toEqual({
      data: {
        files: [2, 4],
        folders: [2, 1],
        usage: [
          { ...use, path: 'gallery' },
          { ...use, path: 'seo.socials.0.image' },
          { ...use, id: 2, title: 'Ridge', path: 'cover' },
          { ...use, id: 5, title: 'Sketch', path: 'cover', status: 'draft' },
        ],
      },
    })
    expect(await app.status('GET /media/2')).toBe(200)
    expect((await app.call('DELETE /folders/2')).body).toEqual({
      data: { id: 2, name: 'Sea', parent: null, files: 1, folders: 1 },
    })
    expect((await app.call('GET /folders')).body).toEqual({
      data: [{ id: 3, name: 'Summer', parent: null, files: 0, folders: 0 }],
    })
    expect([await app.status('GET /media/2'), await app.status('GET /media/4')]).toEqual([404, 404])
    const left = await Promise.all(
      ['files_related_morphs', 'files_folder_links'].map(async table => {
        return (await runOwn(app.database, `select * from ${table} where file_id in (2, 4)`)).length
      }),
    )
    expect(left).toEqual([0, 0])
    expect((await app.call('POST /media/bulk', { body: { action: 'burn' } })).body).toEqual(
      problem('action', 'expected move or delete'),
    )
  })

  test('what editors say about a file is changed, and a text can be removed', async () => {
    const body = { name: 'Ada at work.jpg', alternativeText: null, caption: 'In her garden', folder: 3 }
    const { data } = (await app.call('PUT /media/3', { body })).body as { data: object }
    expect(data).toEqual({ ...ADA, ...body, folder: { id: 3, name: 'Summer' } })
    expect((await app.call('PUT /media/3', { body: { folder: 9 } })).body).toEqual(
      problem('parent', 'parent folder does not exist'),
    )
    expect((await app.call('PUT /media/3', { body: { url: 'x' } })).status).toBe(400)
    expect(await app.status('PUT /media/99', { body: {} })).toBe(404)
    expect(await app.status('POST /media', { body: {} })).toBe(400)
    expect((await app.call('POST /media/3/crop', { body: { x: 0, y: 0, width: 201, height: 1 } })).body).toEqual(
      problem('width', 'expected a part of the image, which has 200 x 200 pixels'),
    )
  })
})
