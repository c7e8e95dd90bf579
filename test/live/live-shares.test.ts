/** When all live queries of a process are taken, whoever has most gives way to others. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openWriteApp, PROJECT } from '../content/write/write-app.ts'
import { buildTestApp } from '../support/build-test-app.ts'
import { EventReader } from './event-reader.ts'

/** As many different queries as a process takes. */
const MOST = 1000

describe('all live queries of a process', () => {
  let address = ''
  let readers: EventReader[] = []

  beforeEach(async () => {
    readers = []
    const { database } = await openWriteApp('sqlite')
    const app = await buildTestApp({ folder: PROJECT, database, server: { trustProxy: ['127.0.0.1'] } })
    address = (await app.listen(0)).address
  })

  afterEach(() => {
    for (const reader of readers) reader.close()
  })

  const open = async (from: string, number: number) => {
    const reader = new EventReader()
    readers.push(reader)
    const path = `${address}/api/labels?filters[id]=${number}`
    const { status } = await reader.open(path, { 'x-forwarded-for': from })
    return { reader, status }
  }

  it('one client cannot keep the others out', async () => {
    const taken = []
    for (let number = 1; number <= MOST; number += 1) taken.push(await open('203.0.113.1', number))
    expect(taken.filter(({ status }) => status !== 200)).toEqual([])
    expect((await open('203.0.113.1', MOST + 1)).status).toBe(503)
    expect((await open('203.0.113.2', MOST + 2)).status).toBe(200)
    await taken.at(-1)!.reader.over()
    expect(taken.filter(({ reader }) => reader.isOver)).toHaveLength(1)
    // The one that lost a place does not get it back from somebody who has fewer.
    expect((await open('203.0.113.1', MOST)).status).toBe(503)
    expect((await open('203.0.113.2', MOST + 2)).status).toBe(200)
  })
  it('whoever asks many different ones gives way, and not those who ask the same', async () => {
    const same = []
    for (let number = 0; number < MOST + 5; number += 1) same.push(await open('203.0.113.1', 1))
    const different = []
    for (let number = 2; number <= MOST; number += 1) different.push(await open('203.0.113.2', number))
    expect([...same, ...different].filter(({ status }) => status !== 200)).toEqual([])
    expect((await open('203.0.113.3', MOST + 1)).status).toBe(200)
    await different.at(-1)!.reader.over()
    const areOver = (all: readonly { reader: EventReader }[]) => all.filter(({ reader }) => reader.isOver).length
    expect([areOver(same), areOver(different)]).toEqual([0, 1])
    // It does not help to ask each of them twice.
    for (const number of [2, 3, 4]) expect((await open('203.0.113.2', number)).status).toBe(200)
    expect((await open('203.0.113.4', 2)).status).toBe(200)
    expect((await open('203.0.113.3', MOST + 2)).status).toBe(200)
  })
})
