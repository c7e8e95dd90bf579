/** The old secret of a webhook signs for a day beside the new one, also if the server asks nothing in between. */
import { describe, expect, it } from 'vitest'
import { removeWebhook, rotateSecret } from '../../src/management/webhooks/manage-webhooks.ts'
import { PROJECT } from '../content/write/write-app.ts'
import { CLIENTS } from '../support/databases.ts'
import { startedDatabase } from '../support/prepared-database.ts'
import { isSigned, Receiver } from './receiver.ts'
import { addedWebhook, newTurn, openSender, store } from './sender.ts'

const HOUR = 60 * 60 * 1000

describe.each(CLIENTS)('the old secret on %s', client => {
  it('ends after a day', async () => {
    const receiver = new Receiver()
    let ahead = 0
    const sender = await openSender(await startedDatabase(client, PROJECT), () => Date.now() + ahead)
    const { id, secret } = await addedWebhook(sender, await receiver.start())
    const { secret: fresh } = await rotateSecret(sender.context, id)
    const signedBy = async () => {
      await store(sender, id, [1])
      await sender.deliverer.doSome(newTurn())
      const [received] = receiver.received.splice(0)
      return [secret, fresh].map(each => isSigned(received!, each))
    }
    expect(await signedBy()).toEqual([true, true])
    ahead = 23 * HOUR
    expect(await signedBy()).toEqual([true, true])
    ahead = 25 * HOUR
    expect(await signedBy()).toEqual([false, true])
    await removeWebhook(sender.context, id)
  })
})
