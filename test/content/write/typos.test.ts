/** Keys of a body that no attribute has. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { App } from '../../../src/app.ts'
import { buildTestApp } from '../../support/build-test-app.ts'
import { CLIENTS } from '../../support/databases.ts'
import { startedDatabase } from '../../support/prepared-database.ts'
import { PROJECT } from './write-app.ts'

describe.each(CLIENTS)('on %s', client => {
  let document: App
  let strapi4: App

  beforeAll(async () => {
    const database = await startedDatabase(client, PROJECT)
    document = await buildTestApp({ folder: PROJECT, database, dialect: 'document' })
    strapi4 = await buildTestApp({ folder: PROJECT, database, dialect: 'strapi4' })
  })

  const post = async (app: App, data: object) => {
    const answer = await app.inject({ method: 'POST', url: '/api/labels', payload: { data } })
    return { status: answer.statusCode, body: answer.json() as unknown, hint: answer.headers['x-populus-hint'] }
  }

  test('ten unknown keys are named, and the others are counted', async () => {
    const keys = Array.from({ length: 25 }, (_, index) => `key${index}`)
    const { status, body } = await post(document, { name: 'x', ...Object.fromEntries(keys.map(key => [key, 1])) })
    const errors = keys
      .slice(0, 10)
      .map(key => ({ path: [key], message: `There is no attribute ${key}`, name: 'ValidationError' }))
    const error = { status, name: 'ValidationError', message: '25 errors occurred', details: { errors, more: 15 } }
    expect(body).toEqual({ data: null, error })
  })

  test('an unknown key is an error with the nearest attribute, and nothing is stored', async () => {
    const message = 'There is no attribute nmae; did you mean name?'
    expect(await post(document, { name: 'refused', nmae: 'x' })).toEqual({
      status: 400,
      hint: undefined,
      body: {
        data: null,
        error: {
          status: 400,
          name: 'ValidationError',
          message,
          details: { errors: [{ path: ['nmae'], message, name: 'ValidationError' }] },
        },
      },
    })
    const stored = await strapi4.inject({ url: '/api/labels?filters[name]=refused' })
    expect(stored.json()).toMatchObject({ data: [] })
  })

  test('what an answer holds may be sent back', async () => {
    const { status } = await post(document, {
      id: 7,
      name: `back ${client}`,
      createdAt: 'x',
      updatedBy: 1,
      locale: 'en',
    })
    expect(status).toBe(200)
  })

  test('in the dialect strapi4 an unknown key is passed over, and a header names it', async () => {
    const { status, hint } = await post(strapi4, { name: `passed ${client}`, nmae: 'x' })
    expect([status, hint]).toEqual([200, 'There is no attribute nmae; did you mean name?'])
  })
})
