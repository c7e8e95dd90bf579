/**
 * Run by `few-files.test.ts`, in a process of its own: what other tests have left would count.
 * How many files of `src` a reader would have to open to follow a request. The bounds are what was reached: lower them when a
 * change needs fewer, and look for a hop that only passes values on before raising them.
 */
import { expect, test } from 'vitest'
import { BLOG } from '../docs/run-examples.ts'
import { buildTestApp } from '../support/build-test-app.ts'
import { CLIENTS } from '../support/databases.ts'
import { startedDatabase } from '../support/prepared-database.ts'
import { touchedFiles } from './touched-files.ts'

const MOST = { sqlite: { read: 114, save: 155 }, postgres: { read: 121, save: 161 } }

const SECRETS = { jwt: 'one secret', apiTokenSalt: 'another', admin: 'a third one' }
const LOGIN = { email: 'ana@example.com', password: 'Correct-horse-1' }
const ARTICLE = '/content/api::article.article/1'

test.each(CLIENTS)('a first read and a save in the panel touch few files, on %s', async client => {
  const database = await startedDatabase(client, BLOG)
  // Tasks that run beside the requests are no part of them.
  const app = await buildTestApp({ folder: BLOG, database, secrets: SECRETS, runsTasks: false })
  const read = await touchedFiles(async () => {
    const answer = await app.inject({ method: 'GET', url: '/api/articles?populate=*' })
    expect(answer.json()).toMatchObject({ data: expect.arrayContaining([expect.objectContaining({ id: 1 })]) })
  })

  const session = { cookie: '' }
  const ask = async (request: string, payload?: object) => {
    const [method = '', path] = request.split(' ')
    const headers = { 'x-populus-admin': '1', ...session }
    const sent = payload === undefined ? {} : { payload }
    const answer = await app.inject({ method: method as 'GET', url: `/admin/api${path}`, headers, ...sent })
    expect(answer.statusCode, answer.payload).toBeLessThan(300)
    return answer
  }
  const code = await app.firstAdminCode()
  await ask('POST /first-admin', { code, ...LOGIN, firstname: 'Ana', lastname: 'Lee' })
  session.cookie = `${(await ask('POST /login', { ...LOGIN, cookie: true })).headers['set-cookie']}`.split(';')[0]!
  await ask(`GET ${ARTICLE}`)
  const save = await touchedFiles(async () => {
    const saved = await ask(`PUT ${ARTICLE}`, { data: { title: 'Another title' } })
    expect(saved.json()).toMatchObject({ data: { values: { title: 'Another title' } } })
  })

  expect(read.length, read.join('\n')).toBeLessThanOrEqual(MOST[client].read)
  expect(save.length, save.join('\n')).toBeLessThanOrEqual(MOST[client].save)
})
