/** Sends one delivery, and says what became of it. */

import { createHmac } from 'node:crypto'
import type { Outgoing } from '../outgoing/outgoing.ts'
import type { Delivery, DeliveryResult } from './delivery.ts'
import { purgeHeaders } from './purge-forms.ts'
import type { Webhook } from './webhook.ts'

const TIMEOUT = 10_000
/** How much of an answer is read, and how much of it is kept for the log. */
const LONGEST_ANSWER = 100_000
const KEPT_ANSWER = 1000

const SECONDS = 1000
const MINUTE = 60 * SECONDS
const HOUR = 60 * MINUTE
/** The pauses before further attempts. The last one is repeated. */
const PAUSES = [5 * SECONDS, 30 * SECONDS, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR]
const LONGEST = 24 * HOUR

export interface Sender {
  readonly outgoing: Outgoing
  readonly clock: () => number
}

/** Never throws. Redirects are not followed: they count as failures. `ended` ends the exchange before its time. */
export async function sendDelivery(
  { outgoing, clock }: Sender,
  webhook: Webhook,
  delivery: Pick<Delivery, 'id' | 'event' | 'payload' | 'createdAt' | 'attempts'>,
  ended?: AbortSignal,
): Promise<DeliveryResult> {
  const sentAt = clock()
  const started = performance.now()
  const { status, answer } = await exchange(outgoing, webhook, delivery, { now: sentAt, ended })
  const duration = Math.round(performance.now() - started)
  const isDone = status !== null && status >= 200 && status < 300
  const nextAt = sentAt + duration + (PAUSES[delivery.attempts] ?? PAUSES.at(-1)!)
  const isOver = nextAt > delivery.createdAt + LONGEST
  const state = isDone ? 'delivered' : isOver ? 'failed' : 'waiting'
  return { state, status, answer, duration, sentAt, nextAt }
}

async function exchange(
  outgoing: Outgoing,
  webhook: Webhook,
  { id, event, payload }: Pick<Delivery, 'id' | 'event' | 'payload'>,
  { now, ended }: { readonly now: number; readonly ended: AbortSignal | undefined },
): Promise<Pick<DeliveryResult, 'status' | 'answer'>> {
  const { url, headers } = webhook
  const signed = webhook.secrets.length === 0 ? {} : { 'X-Populus-Signature': signatureOf(webhook, payload, now) }
  const own = {
    'X-Strapi-Event': event,
    'X-Populus-Delivery': String(id),
    ...signed,
    ...purgeHeaders(event, payload),
    'Content-Type': 'application/json',
  }
  const names = new Set(Object.keys(own).map(each => each.toLowerCase()))
  const given = Object.entries(headers).filter(([each]) => !names.has(each.toLowerCase()))
  try {
    const response = await outgoing.send({
      ...{ url, method: 'POST', body: payload, namedBy: 'others', timeout: TIMEOUT, longest: LONGEST_ANSWER },
      headers: { ...Object.fromEntries(given), ...own },
      signal: AbortSignal.any([AbortSignal.timeout(2 * TIMEOUT), ...(ended === undefined ? [] : [ended])]),
    })
    return { status: response.status, answer: await beginning(response) }
  } catch (error) {
    return { status: null, answer: error instanceof Error ? error.message : String(error) }
  }
}

/** The status counts, whatever becomes of the body. Databases refuse texts with NUL. */
async function beginning(response: Response): Promise<string> {
  const text = await response.text().catch(() => '')
  return text.slice(0, KEPT_ANSWER).replaceAll('\0', '')
}

/**
 * Proves to the receiver that a delivery comes from this server, and when it was sent.
 * `t=1763371800,v1=<hex>`: HMAC-SHA256 of `<t>.<body>`. While a new secret replaces an old one, there is one `v1` for each;
 * the receiver accepts any of them.
 */
function signatureOf({ secrets, oldUntil }: Pick<Webhook, 'secrets' | 'oldUntil'>, body: string, now: number): string {
  const seconds = Math.floor(now / 1000)
  const valid = now < oldUntil ? secrets : secrets.slice(0, 1)
  const marks = valid.map(secret => `v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`)
  return [`t=${seconds}`, ...marks].join(',')
}
