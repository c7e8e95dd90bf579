/** The log of a webhook, and sending something again. */
import { z } from 'zod'
import type { DeliveryInfo } from '../../admin-api/webhook-api.ts'
import { PopulusError } from '../../errors.ts'
import { checkInput } from '../../input/check-input.ts'
import { readingFrom, runningIn } from '../../storage/run-fragment.ts'
import type { Delivery } from '../../webhooks/delivery.ts'
import { toDelivery } from '../../webhooks/delivery-store.ts'
import { findWebhook } from './manage-webhooks.ts'
import type { WebhookContext } from './webhook-context.ts'

const MOST = 100

const whole = (most: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,14}$/, { error: `expected a number from 1 to ${most}` })
    .transform(Number)
    .refine(given => given <= most, { error: `expected a number from 1 to ${most}` })

const filter = z.strictObject({
  before: whole(Number.MAX_SAFE_INTEGER).optional(),
  state: z.enum(['waiting', 'delivered', 'failed'], { error: 'expected waiting, delivered or failed' }).optional(),
  limit: whole(MOST).optional(),
})

/** The newest first, with the beginnings of their payloads. `query` is text. */
export async function listDeliveries(
  context: WebhookContext,
  webhook: number,
  query: Readonly<Record<string, string | undefined>>,
): Promise<readonly DeliveryInfo[]> {
  const { limit = MOST, ...given } = checkInput(filter, query)
  await findWebhook(context, webhook)
  const { database, deliveries } = context
  if (deliveries === undefined) return []
  const rows = await readingFrom(database)(deliveries.list(webhook, { ...given, limit }))
  return rows.map(row => shown(toDelivery(row)))
}

export async function findDelivery(context: WebhookContext, webhook: number, delivery: number): Promise<DeliveryInfo> {
  const { database, deliveries } = context
  const rows = deliveries === undefined ? [] : await readingFrom(database)(deliveries.find(webhook, delivery))
  if (rows[0] === undefined) throw new PopulusError('notFound')
  return shown(toDelivery(rows[0]))
}

/** Sends one now that waits, and otherwise a copy of it. */
export async function redeliver(context: WebhookContext, webhook: number, delivery: number): Promise<DeliveryInfo> {
  const { database, deliveries, wake, clock } = context
  if (deliveries === undefined) throw new PopulusError('notFound')
  const rows = await database.write(async transaction => {
    const run = runningIn(transaction, database)
    const now = clock()
    const [copy] = await run(deliveries.again(webhook, delivery, now))
    const id = copy === undefined ? delivery : Number(copy[0])
    await run(deliveries.hasten(webhook, id, now))
    return run(deliveries.find(webhook, id))
  })
  if (rows[0] === undefined) throw new PopulusError('notFound')
  wake?.()
  return shown(toDelivery(rows[0]))
}

function shown({ webhook: _, createdAt, nextAt, sentAt, ...delivery }: Delivery): DeliveryInfo {
  const moment = (time: number) => new Date(time).toISOString()
  return {
    ...delivery,
    createdAt: moment(createdAt),
    nextAt: delivery.state === 'waiting' ? moment(nextAt) : null,
    sentAt: sentAt === null ? null : moment(sentAt),
  }
}
