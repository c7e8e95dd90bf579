/** Several events in one delivery, for webhooks that want it so. */
import type { NewDelivery } from './delivery.ts'

/** The event of a delivery with several others in it. */
const BATCH_EVENT = 'batch'

/** In place of the uid of a content type. All deliveries of such a webhook keep their order. */
export const BATCH_TYPE = ''

/** How many events one delivery may have. */
export const MOST_EVENTS = 1000

/** In characters. An event that is longer goes alone. */
const LONGEST = 1_000_000

/** `told` are the events of one transaction for one webhook, in their order. */
export function batched(told: readonly NewDelivery[], most: number): readonly NewDelivery[] {
  const batches: NewDelivery[][] = []
  let length = 0
  for (const event of told) {
    const last = batches.at(-1)
    length += event.payload.length
    if (last !== undefined && last.length < most && length <= LONGEST) last.push(event)
    else {
      batches.push([event])
      length = event.payload.length
    }
  }
  return batches.map(toDelivery)
}

function toDelivery(events: readonly NewDelivery[]): NewDelivery {
  const { webhook, at } = events[0]!
  const head = JSON.stringify({ event: BATCH_EVENT, createdAt: new Date(at).toISOString() }).slice(0, -1)
  const payload = `${head},"events":[${events.map(event => event.payload).join(',')}]}`
  return { webhook, at, event: BATCH_EVENT, type: BATCH_TYPE, id: 0, payload }
}
