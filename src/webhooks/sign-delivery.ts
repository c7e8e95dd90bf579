/** Proves to the receiver that a delivery comes from this server, and when it was sent. */
import { createHmac } from 'node:crypto'
import type { Webhook } from './webhook.ts'

/**
 * `t=1763371800,v1=<hex>`: HMAC-SHA256 of `<t>.<body>`. While a new secret replaces an old one, there is one `v1` for each;
 * the receiver accepts any of them.
 */
export function signatureOf(
  { secrets, oldUntil }: Pick<Webhook, 'secrets' | 'oldUntil'>,
  body: string,
  now: number,
): string {
  const seconds = Math.floor(now / 1000)
  const valid = now < oldUntil ? secrets : secrets.slice(0, 1)
  const marks = valid.map(secret => `v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`)
  return [`t=${seconds}`, ...marks].join(',')
}
