/** What other people change, as the server tells it. One connection for the whole panel, open while somebody listens. */
import type { ChangeEvent } from '../../../src/admin-api/draft-api.ts'

type Listener = (event: ChangeEvent) => void

const AGAIN_AFTER = 5000

const listeners = new Set<Listener>()
let connection: AbortController | undefined

export function onChanges(listener: Listener): () => void {
  listeners.add(listener)
  if (connection === undefined) {
    connection = new AbortController()
    void listen(connection.signal)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    connection?.abort()
    connection = undefined
  }
}

/** Not an `EventSource`, which cannot send the header that the server asks for. */
async function listen(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await read(signal).catch(() => undefined)
    await new Promise(resolve => setTimeout(resolve, AGAIN_AFTER))
  }
}

async function read(signal: AbortSignal): Promise<void> {
  const headers = { 'x-populus-admin': '1', accept: 'text/event-stream' }
  const response = await fetch('/admin/api/changes', { headers, signal, credentials: 'same-origin' })
  if (!response.ok || response.body === null) return
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const events = `${rest}${value}`.split('\n\n')
    rest = events.pop() ?? ''
    for (const event of events) tell(event)
  }
}

function tell(event: string): void {
  const data = event.split('\n').find(line => line.startsWith('data:'))
  if (data === undefined) return
  const change = JSON.parse(data.slice(5)) as ChangeEvent
  for (const listener of [...listeners]) listener(change)
}
