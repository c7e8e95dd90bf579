/**
 * Receives webhooks and checks that they come from Populus. Needs the secret that was shown when the webhook was added:
 *
 *     WEBHOOK_SECRET=whsec_… PORT=4000 node receive.mjs
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const { WEBHOOK_SECRET: secret, PORT: port = '4000' } = process.env
if (!secret) throw new Error('Set WEBHOOK_SECRET to the secret of the webhook')
const LARGEST = 10_000_000
/** Older ones may be copies that somebody has recorded; in seconds. */
const OLDEST = 300

/** Deliveries can arrive twice, with the same number. */
const seen = new Set()

createServer((request, response) => {
  const chunks = []
  let size = 0
  request.on('data', chunk => {
    size += chunk.length
    if (size > LARGEST) request.destroy()
    else chunks.push(chunk)
  })
  request.on('end', () => {
    const body = Buffer.concat(chunks)
    if (!isGenuine(body, String(request.headers['x-populus-signature'] ?? ''))) return response.writeHead(401).end()
    const number = request.headers['x-populus-delivery']
    const message = JSON.parse(body)
    // A webhook with `batch` gets several events at once.
    if (!seen.has(number)) for (const event of message.events ?? [message]) take(event)
    seen.add(number)
    response.writeHead(204).end()
  })
}).listen(Number(port), '127.0.0.1', function () {
  console.log(`Receiving webhooks at http://127.0.0.1:${this.address().port}`)
})

function take({ event, uid, entry, media }) {
  console.log(`${event} ${uid ?? 'file'} ${(entry ?? media)?.id ?? ''}`.trim())
}

/** The header is `t=<seconds>,v1=<hex>`, with one `v1` for each secret that counts now. */
function isGenuine(body, header) {
  const [time = '', ...marks] = header.split(',')
  const seconds = Number(time.slice('t='.length))
  if (!(Math.abs(Date.now() / 1000 - seconds) <= OLDEST)) return false
  const expected = Buffer.from(`v1=${createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex')}`)
  return marks.some(mark => mark.length === expected.length && timingSafeEqual(Buffer.from(mark), expected))
}
