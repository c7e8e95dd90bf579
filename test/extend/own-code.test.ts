/** The code of the guide runs, and files that cannot be used stop the start. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { CLIENTS } from '../support/databases.ts'
import { type ExtendApp, noteProject, openExtendApp } from './extend-app.ts'

const guide = readFileSync(fileURLToPath(new URL('../../docs/guides/own-code.md', import.meta.url)), 'utf8')
/** The block that begins with the name of its file. */
const documented = (file: string) => new RegExp(`\`\`\`ts\\n(// ${file}\\n[\\s\\S]*?)\`\`\``).exec(guide)![1]!

const ARTICLE = {
  collectionName: 'articles',
  info: { singularName: 'article', pluralName: 'articles', displayName: 'Article' },
  attributes: {
    title: { type: 'string' },
    slug: { type: 'string' },
    likes: { type: 'integer' },
    owner: { type: 'relation', relation: 'manyToOne', target: 'plugin::users-permissions.user' },
  },
}
const RIGHTS = ['find', 'findOne', 'create', 'update'].map(action => `api::article.article.${action}`)
const FILES = {
  'src/api/article/content-types/article/schema.json': JSON.stringify(ARTICLE),
  'content/permissions.json': JSON.stringify({
    public: ['api::article.article.find', 'plugin::users-permissions.auth.register'],
    authenticated: RIGHTS,
  }),
}

describe.each(CLIENTS)('the guide, on %s', client => {
  let app: ExtendApp
  const users: Record<string, string>[] = []
  beforeAll(async () => {
    const code = {
      'populus/hooks.ts': documented('populus/hooks.ts'),
      'populus/routes.ts': documented('populus/routes.ts'),
    }
    app = await openExtendApp(client, { folder: await noteProject({ ...FILES, ...code }) })
    for (const name of ['ada', 'bob']) {
      const user = { username: name, email: `${name}@example.org`, password: 'password 1' }
      const { body } = await app.send('POST /auth/local/register', user)
      users.push({ authorization: `Bearer ${body.jwt}` })
    }
  })

  test('makes a slug, and lets only the owner change an article', async () => {
    const made = await app.send('POST /articles', { data: { title: 'My First Bread!' } }, users[0])
    expect(made.body.data.attributes.slug).toBe('my-first-bread-')
    const change = { data: { title: 'Other' } }
    const refused = await app.send(`PUT /articles/${made.body.data.id}`, change, users[1])
    expect(refused.body.error).toEqual({
      status: 403,
      name: 'ForbiddenError',
      message: 'This article is not yours',
      details: {},
    })
    expect((await app.send(`PUT /articles/${made.body.data.id}`, change, users[0])).status).toBe(200)
  })

  test('counts likes by a route of its own, over a real socket', async () => {
    const { address } = await app.app.listen()
    const like = async (id: string) => fetch(`${address}/api/articles/${id}/likes`, { method: 'POST' })
    expect(await (await like('1')).json()).toEqual({ likes: 1 })
    expect(await (await like('1')).json()).toEqual({ likes: 2 })
    expect((await like('99')).status).toBe(404)
    expect((await like('x')).status).toBe(404)
    expect(app.app.report).toContain('runs populus/hooks.ts')
  })
})

test('a route asks for a user, or for a right, and shares files and the rights of the caller', async () => {
  const route = (auth: string) => `{ method: 'GET', path: '/${auth.replace(/\W/g, '')}', auth: ${auth}, handler: who }`
  const routes = `import { who } from './who'\nexport default [${['true', 'false', "'api::article.article.update'"].map(route)}]`
  const who =
    'export const who = async ({ caller, api, query }) => { await api.find("articles"); return { caller, query } }'
  const folder = await noteProject({ ...FILES, 'populus/routes.mjs': routes, 'populus/who.ts': who })
  const app = await openExtendApp('sqlite', { folder })
  const user = { username: 'ada', email: 'ada@example.org', password: 'password 1' }
  const { body } = await app.send('POST /auth/local/register', user)
  const ada = { authorization: `Bearer ${body.jwt}` }
  const status = async (path: string, headers = {}) => (await app.send(`GET ${path}`, undefined, headers)).status
  const right = '/apiarticlearticleupdate'
  expect([await status('/true'), await status('/false'), await status(right)]).toEqual([403, 200, 403])
  expect([await status('/true', ada), await status(right, ada)]).toEqual([200, 200])
  expect(await status('/true', { authorization: 'Basic abc' })).toBe(403)
  expect((await app.send('GET /true?a=1', undefined, ada)).body).toEqual({
    caller: { userId: 1, adminId: null, isServer: false },
    query: { a: '1' },
  })
})

test.each([
  ['hooks.ts', 'export default {\n  article: {} }', 'line 2: there is no content type article; did you mean articles?'],
  ['hooks.ts', 'export default { articles: {\n\n  beforeCreat() {} } }', 'line 3: there is no hook beforeCreat'],
  ['hooks.ts', 'export default {\n  articles: {', '(2:'],
  ['hooks.js', 'import x from "./missing"\nexport default {}', 'imports ./missing, which does not exist'],
  ['hooks.ts', '\n\nnull.x', 'line 3: Cannot read properties of null'],
  ['routes.ts', 'export default [{ method: "GET", path: "x", auth: true, handler() {} }]', 'path must be like'],
  ['routes.ts', 'export default [{ method: "GET", path: "/x", auth: "find", handler() {} }]', 'there is no right find'],
  ['routes.ts', 'export default [{ method: "GET", path: "/x", handler() {} }]', 'auth must be'],
])('populus/%s with %j stops the start', async (file, text, message) => {
  const folder = await noteProject({ ...FILES, [`populus/${file}`]: text })
  await expect(openExtendApp('sqlite', { folder })).rejects.toThrow(message)
})
