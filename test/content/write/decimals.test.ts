/** Decimals have two digits after the point on both databases. */
import { describe, expect, test } from 'vitest'
import { CLIENTS } from '../../support/databases.ts'
import { type Entry, openWriteApp } from './write-app.ts'

describe.each(CLIENTS)('on %s', client => {
  test.each([
    [-1.005, -1.01],
    [2.675, 2.68],
    [0.1, 0.1],
  ])('%s reads %s', async (given, read) => {
    const { send } = await openWriteApp(client)
    const { body } = await send('POST', 'items?fields[0]=price', { title: 'x', code: `c${given}`, price: given })
    expect((body.data as Entry).attributes).toEqual({ price: read })
  })
})
