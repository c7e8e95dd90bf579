/** The services of plug-ins that a project's code calls. */
const { writeFileSync } = require('node:fs')
const { tmpdir } = require('node:os')
const { join } = require('node:path')

const users = s => s.plugin('users-permissions').service('user')
const jwt = s => s.plugin('users-permissions').service('jwt')
const locales = s => s.plugin('i18n').service('locales')
const upload = s => s.plugin('upload').service('upload')

const textFile = (name, text) => {
  const path = join(tmpdir(), `call-${process.pid}-${name}`)
  writeFileSync(path, text)
  return { path, name, type: 'text/plain', size: Buffer.byteLength(text) }
}
/** One red point. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='

const withoutNames = ({ hash, url, formats, folderPath, ...file }) => ({
  ...file,
  url: /^\/uploads\/\w+\.txt$/.test(url),
})

module.exports = [
  [
    'user: add',
    s =>
      users(s).add({
        username: 'kim',
        email: 'kim@example.com',
        password: 'Passw0rd',
        provider: 'local',
        confirmed: true,
        role: 1,
      }),
  ],
  [
    'user: add without a role',
    s => users(s).add({ username: 'lea', email: 'lea@example.com', password: 'Passw0rd', provider: 'local' }),
  ],
  ['user: fetch', s => users(s).fetch(1, { fields: ['username'], populate: { role: { fields: ['type'] } } })],
  ['user: fetch authenticated', async s => (await users(s).fetchAuthenticatedUser(1)).role.type],
  ['user: fetch nobody', s => users(s).fetch(99)],
  ['user: fetch all', s => users(s).fetchAll({ filters: { confirmed: true }, fields: ['email'] })],
  ['user: count', async s => [await users(s).count(), await users(s).count({ confirmed: true })]],
  [
    'user: edit',
    async s => {
      const { username, password, role } = await users(s).edit(1, { username: 'kimmy', password: 'Passw0rd2' })
      return {
        username,
        role: role.type,
        right: await users(s).validatePassword('Passw0rd2', password),
        wrong: await users(s).validatePassword('x', password),
      }
    },
  ],
  ['user: remove', s => users(s).remove({ id: 2 })],
  ['user: remove nobody', s => users(s).remove({ id: 2 })],
  [
    'jwt: issue and verify',
    async s => {
      const token = jwt(s).issue({ id: 1, extra: 'x' })
      const { id, extra, iat, exp } = await jwt(s).verify(token)
      return { isText: typeof token === 'string', id, extra, days: (exp - iat) / 86400 }
    },
  ],
  [
    'jwt: expires',
    async s => {
      const { iat, exp } = await jwt(s).verify(jwt(s).issue({ id: 1 }, { expiresIn: '2h' }))
      return exp - iat
    },
  ],
  ['jwt: wrong', s => jwt(s).verify('a.b.c')],
  [
    'jwt: of a request',
    async s => {
      const header = { authorization: `Bearer ${jwt(s).issue({ id: 7 })}` }
      return [(await jwt(s).getToken({ request: { header } })).id, await jwt(s).getToken({ request: { header: {} } })]
    },
  ],
  [
    'role: find',
    async s =>
      (await s.plugin('users-permissions').service('role').find()).map(({ name, type, description, nb_users }) => ({
        name,
        type,
        description,
        nb_users,
      })),
  ],
  [
    'template',
    s =>
      s
        .plugin('users-permissions')
        .service('users-permissions')
        .template('Hi <%= USER.username %>, <%= URL %>', { USER: { username: 'kim' }, URL: 'https://x.org' }),
  ],
  ['locales: find', s => locales(s).find()],
  [
    'locales: others',
    async s => {
      await locales(s).create({ code: 'de', name: 'German (de)' })
      const before = await locales(s).getDefaultLocale()
      await locales(s).setDefaultLocale({ code: 'de' })
      return {
        before,
        after: await locales(s).getDefaultLocale(),
        marked: await locales(s).setIsDefault([{ code: 'de' }, { code: 'en' }]),
        count: await locales(s).count(),
      }
    },
  ],
  [
    'locales: of types',
    s => {
      const types = s.plugin('i18n').service('content-types')
      const page = s.getModel('api::page.page')
      return [
        types.isLocalizedContentType(page),
        types.isLocalizedContentType(s.getModel('api::tag.tag')),
        types.getLocalizedAttributes(page),
      ]
    },
  ],
  ['locales: iso', s => s.plugin('i18n').service('iso-locales').getIsoLocales().slice(0, 2)],
  [
    'upload',
    async s =>
      (
        await upload(s).upload({
          data: { fileInfo: { alternativeText: 'a text', caption: 'c' } },
          files: textFile('one.txt', 'hello'),
        })
      ).map(withoutNames),
  ],
  [
    'upload: two',
    async s =>
      (await upload(s).upload({ data: {}, files: [textFile('two.txt', 'a'), textFile('three.txt', 'b')] })).map(
        ({ name, size }) => ({ name, size }),
      ),
  ],
  [
    'upload: find',
    async s => [
      (await upload(s).findOne(1)).name,
      (await upload(s).findMany({ filters: { name: 'two.txt' } })).length,
      (await upload(s).findPage({ pageSize: 2 })).pagination,
    ],
  ],
  [
    'upload: change',
    async s => {
      const { name, alternativeText, caption } = await upload(s).updateFileInfo(1, { name: 'uno.txt', caption: 'd' })
      return { name, alternativeText, caption }
    },
  ],
  [
    'upload: remove',
    async s => {
      const gone = await upload(s).remove(await upload(s).findOne(1))
      return [gone.name, await upload(s).findOne(1)]
    },
  ],
  [
    'entityService: files',
    async s => {
      const ARTICLE = 'api::article.article'
      const png = name => ({ ...textFile(name, Buffer.from(PNG, 'base64')), type: 'image/png' })
      const created = await s.entityService.create(ARTICLE, {
        data: { title: 'With files', seo: { metaTitle: 'M' } },
        files: { cover: png('c.png'), pictures: [png('d.png')], 'seo.image': png('e.png') },
        populate: { cover: true, pictures: true, seo: { populate: ['image'] } },
      })
      const updated = await s.entityService.update(ARTICLE, created.id, {
        data: {},
        files: { cover: png('f.png') },
        populate: ['cover'],
      })
      const { cover, pictures, seo } = created
      return [cover.name, pictures.map(({ name }) => name), seo.image.name, updated.cover.name, updated.cover.width]
    },
  ],
]
