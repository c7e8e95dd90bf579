import { createHmac, timingSafeEqual } from 'node:crypto'

/** Whether a webhook comes from Populus: its header is `t=<seconds>,v1=<hex>`, with one `v1` for each secret that counts now. */
export function isGenuine(body: string, header: string, secret = useRuntimeConfig().webhookSecret): boolean {
  const [time = '', ...marks] = header.split(',')
  const seconds = Number(time.slice('t='.length))
  if (!secret || !(Math.abs(Date.now() / 1000 - seconds) <= 300)) return false
  const expected = Buffer.from(`v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`)
  return marks.some(mark => mark.length === expected.length && timingSafeEqual(Buffer.from(mark), expected))
}
