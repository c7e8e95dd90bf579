/** A webhook that is switched off, or whose receiver hangs, is its own matter. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { changeWebhook } from '../../src/management/webhooks/manage-webhooks.ts'
import { runningIn } from '../../src/storage/run-fragment.ts'
import { PROJECT } from '../content/write/write-app.ts'
import { type Listening, listening } from '../outgoing/listening.ts'
import { CLIENTS } from '../support/databases.ts'
import { startedDatabase } from '../support/prepared-database.ts'
import { addedWebhook, newTurn, openSender, store, stored, type TestSender } from './sender.ts'

const PATIENT = { timeout: 60_000, interval: 20 }
const DAY = 24 * 60 * 60 * 1000
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

describe.each(CLIENTS)('deliveries on %s', client => {
  let receiver: Listening
  let sender: TestSender
  let ahead = 0

  beforeAll(async () => {
    receiver = await listening()
    receiver.answer = (request, response) => {
      if (!request.url!.startsWith('/hang')) response.end('thanks')
    }
  })
  beforeEach(async () => {
    ahead = 0
    receiver.asked.length = 0
    sender = await openSender(await startedDatabase(client, PROJECT), () => Date.now() + ahead)
  })

  const add = async (path: string) => (await addedWebhook(sender, `${receiver.url}/${path}`)).id
  const states = async (webhook: number) => (await stored(sender, webhook)).map(({ state }) => state)
  const asked = (path: string) => receiver.asked.filter(each => each === `POST /${path}`).length

  it('what waits for a webhook that is switched off is sent when it is switched on again', async () => {
    const { context, deliverer } = sender
    const [off, on] = [await add('off'), await add('on')]
    await store(sender, off, [1, 2])
    await changeWebhook(context, off, { enabled: false })
    expect(await deliverer.isDue()).toBe(false)
    await store(sender, on, [1])
    expect(await deliverer.isDue()).toBe(true)
    await deliverer.doSome(newTurn())
    expect(receiver.asked).toEqual(['POST /on'])
    expect(await states(off)).toEqual(['waiting', 'waiting'])
    ahead = 3 * DAY
    await changeWebhook(context, off, { enabled: true })
    expect(await deliverer.isDue()).toBe(true)
    await deliverer.doSome(newTurn())
    expect(await states(off)).toEqual(['delivered', 'delivered'])
  })

  it('it is not kept for longer than the log', async () => {
    const { database, deliveries, clock } = sender.context
    const [off, on] = [await add('off'), await add('on')]
    for (const webhook of [off, on]) await store(sender, webhook, [1])
    await changeWebhook(sender.context, off, { enabled: false })
    const drop = (before: number) =>
      database.write(transaction => runningIn(transaction, database)(deliveries.dropBefore(before)))
    await drop(clock() - DAY)
    expect([await states(off), await states(on)]).toEqual([['waiting'], ['waiting']])
    await drop(clock() + DAY)
    expect([await states(off), await states(on)]).toEqual([[], ['waiting']])
  })

  it('receivers that hang do not keep the others waiting, whose deliveries come later', async () => {
    const hanging = [await add('hang1'), await add('hang2')]
    const [first, second] = [await add('first'), await add('second')]
    for (const webhook of hanging) await store(sender, webhook, numbers(30))
    const turn = newTurn()
    const work = sender.deliverer.doSome(turn)
    await expect.poll(() => asked('hang1') + asked('hang2'), PATIENT).toBe(8)
    const started = performance.now()
    await store(sender, first, numbers(20))
    await store(sender, second, numbers(20))
    await expect.poll(() => [asked('first'), asked('second')], PATIENT).toEqual([20, 20])
    expect(performance.now() - started).toBeLessThan(8000)
    turn.lose()
    await work
    expect(asked('hang1') + asked('hang2')).toBe(8)
  })

  it('one webhook gets at most five at a time, and those of an entry one after the other', async () => {
    const hang = await add('hang')
    await store(sender, hang, [1, 1, 2, 2, 3, 3])
    const turn = newTurn()
    const work = sender.deliverer.doSome(turn)
    await expect.poll(() => asked('hang'), PATIENT).toBe(3)
    await store(sender, hang, [4, 5, 6, 7])
    await expect.poll(() => asked('hang'), PATIENT).toBe(5)
    await new Promise(resolve => setTimeout(resolve, 1200))
    expect(asked('hang')).toBe(5)
    turn.lose()
    await work
  })
})
