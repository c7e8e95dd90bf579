/** Two servers on one database send each delivery once, however long a receiver takes. */
import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { removeWebhook } from '../../src/management/webhooks/manage-webhooks.ts'
import { Lease } from '../../src/tasks/lease.ts'
import { LoneWorker } from '../../src/tasks/lone-worker.ts'
import { PROJECT } from '../content/write/write-app.ts'
import { type Listening, listening } from '../outgoing/listening.ts'
import { CLIENTS } from '../support/databases.ts'
import { startedDatabase } from '../support/prepared-database.ts'
import { addedWebhook, newTurn, openSender, store, stored, type TestSender } from './sender.ts'

const PATIENT = { timeout: 60_000, interval: 20 }
const LEASE_TIME = 1500

describe.each(CLIENTS)('two servers on %s', client => {
  let receiver: Listening
  let one: TestSender
  let two: TestSender
  let webhook = 0

  beforeAll(async () => {
    const config = await startedDatabase(client, PROJECT)
    one = await openSender(config)
    two = await openSender(config)
    receiver = await listening()
  })
  beforeEach(async () => {
    receiver.asked.length = 0
    webhook = (await addedWebhook(one, receiver.url)).id
  })
  afterEach(() => removeWebhook(one.context, webhook))

  it('the second one does not take over while a receiver takes longer than a lease lasts', async () => {
    receiver.answer = (_request, response) => {
      response.writeHead(200).write('slow')
      setTimeout(() => response.end(), 3 * LEASE_TIME)
    }
    const failed: unknown[] = []
    const workers = [one, two].map(({ context, deliverer }) => {
      const lease = new Lease(context.database, 'webhooks', LEASE_TIME)
      return new LoneWorker({ work: deliverer, lease, failed: error => failed.push(error) })
    })
    await store(one, webhook, [1])
    await Promise.all([one, two].map(({ context }) => context.database.catchUp()))
    for (const worker of workers) worker.start()
    await expect.poll(async () => (await stored(one, webhook))[0]!.state, PATIENT).toBe('delivered')
    for (const worker of workers) await worker.stop()
    expect(receiver.asked).toEqual(['POST /'])
    expect(await stored(one, webhook)).toMatchObject([{ attempts: 1, answer: 'slow' }])
    expect(failed).toEqual([])
  })

  it('what one has delivered does not wait again because the other one has failed', async () => {
    const answers: ServerResponse[] = []
    receiver.answer = (_request, response) => {
      if (answers.push(response) === 2) response.end('thanks')
    }
    await store(one, webhook, [1])
    const late = one.deliverer.doSome(newTurn())
    await expect.poll(() => answers.length, PATIENT).toBe(1)
    await two.deliverer.doSome(newTurn())
    await store(one, webhook, [1])
    const [, next] = await stored(one, webhook)
    receiver.answer = (_request, response) => response.end('next')
    answers[0]!.writeHead(500).end()
    await late
    expect(await stored(one, webhook)).toMatchObject([
      { state: 'delivered', attempts: 1, status: 200, answer: 'thanks' },
      { state: 'delivered', attempts: 1, nextAt: expect.any(Number) },
    ])
    expect(next).toMatchObject({ state: 'waiting', attempts: 0 })
  })

  it('whoever has lost the lease ends its requests, and records no failure', async () => {
    receiver.answer = () => undefined
    await store(one, webhook, [1, 2])
    const turn = newTurn()
    const work = one.deliverer.doSome(turn)
    await expect.poll(() => receiver.asked.length, PATIENT).toBe(2)
    turn.lose()
    await work
    expect(await stored(one, webhook)).toMatchObject(Array(2).fill({ state: 'waiting', attempts: 0, sentAt: null }))
    expect(receiver.asked).toHaveLength(2)
  })

  it('all that was begun is waited for when one could not be recorded', async () => {
    receiver.answer = async (_request, response) => {
      if (receiver.asked.length === 2) await sleep(500)
      response.end('thanks')
    }
    await store(one, webhook, [1, 2])
    const write = vi.spyOn(one.context.database, 'write').mockRejectedValueOnce(new Error('away'))
    await expect(one.deliverer.doSome(newTurn())).rejects.toThrow('away')
    write.mockRestore()
    expect((await stored(one, webhook)).map(({ state }) => state).sort()).toEqual(['delivered', 'waiting'])
  })

  it('one that does not know a webhook yet asks before it gives up what waits for it', async () => {
    receiver.answer = (_request, response) => response.end('thanks')
    await two.webhooks.list()
    const added = await addedWebhook(one, receiver.url)
    await store(one, added.id, [1])
    // As if both were stored right after it has asked.
    const catchUp = vi.spyOn(two.context.database, 'catchUp').mockResolvedValueOnce()
    await two.deliverer.doSome(newTurn())
    catchUp.mockRestore()
    expect(await stored(one, added.id)).toMatchObject([{ state: 'delivered', answer: 'thanks' }])
    await removeWebhook(one.context, added.id)
  })
})
