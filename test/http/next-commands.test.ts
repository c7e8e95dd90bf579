/** What a newcomer reads where they stop: a 403 in development, and nothing of it in production. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { App } from '../../src/app.ts'
import { populusCommand } from '../../src/util/populus-command.ts'
import { buildTestApp } from '../support/build-test-app.ts'
import { CLIENTS } from '../support/databases.ts'
import { WORLD, WORLD_SECRETS, worldDatabase } from '../support/worlds/world.ts'

describe.each(CLIENTS)('a 403 on %s', client => {
  let apps: Record<'development' | 'production', App>
  beforeAll(async () => {
    const database = await worldDatabase(client)
    const shared = { folder: WORLD, database, secrets: WORLD_SECRETS }
    const development = await buildTestApp({ ...shared, development: true })
    apps = { development, production: await buildTestApp({ ...shared, development: false }) }
  })
  afterAll(() => Promise.all(Object.values(apps).map(app => app.close())))

  const hints = async (method: 'GET' | 'POST' | 'DELETE', url: string) =>
    Promise.all(
      [apps.development, apps.production].map(async app => {
        const { statusCode, headers } = await app.inject({ method, url, ...(method === 'POST' ? { payload: {} } : {}) })
        return [statusCode, headers['x-populus-hint']]
      }),
    )

  test.each([
    ['GET', '/api/users', 'plugin::users-permissions.user'],
    ['GET', '/api/upload/files', 'plugin::upload.content-api'],
  ] as const)('%s %s names the command', async (method, url, type) => {
    expect(await hints(method, url)).toEqual([
      [403, `not public; to grant it: ${populusCommand(`grant public ${type}`, WORLD)}`],
      [403, undefined],
    ])
  })

  test.each(['abc', 'Basic abc', 'Bearer a b'])('a header without a token says so: %s', async authorization => {
    const { statusCode, headers } = await apps.development.inject({ url: '/api/users', headers: { authorization } })
    expect([statusCode, headers['x-populus-hint']]).toEqual([
      403,
      'the header Authorization has no token that can be read; write it as Authorization: Bearer <token>',
    ])
  })

  test('a write names its action', async () => {
    expect(await hints('DELETE', '/api/tags/1')).toEqual([
      [403, `not public; to grant it: ${populusCommand('grant public tag --actions delete', WORLD)}`],
      [403, undefined],
    ])
  })
})
