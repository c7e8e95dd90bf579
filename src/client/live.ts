/**
 * An answer that stays up to date, as a store for any framework: `useSyncExternalStore(live.subscribe, live.getSnapshot)` in
 * React. It is connected while somebody listens, and comes back after failures without repeating what is known.
 */
import { ClientError } from './client-error.ts'
import { parsed, pause } from './send.ts'

export interface LiveSnapshot<Answer> {
  /** The last one; `undefined` before the first. */
  readonly answer: Answer | undefined
  /** Why there is none now, or no newer one: a `ClientError` from the server, or what the network said. */
  readonly error: Error | undefined
  /** `ended`: nothing more will come, because the server refused it, does not push this, or `close` was called. */
  readonly state: 'connecting' | 'live' | 'ended'
}

export interface Live<Answer> {
  /** Calls back after each change of the snapshot. Returns a function that ends it. */
  subscribe(listener: () => void): () => void
  /** The same object until something changes. */
  getSnapshot(): LiveSnapshot<Answer>
  close(): void
}

export interface LiveInput {
  readonly fetch: typeof fetch
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

const FIRST_PAUSE = 500
const LONGEST_PAUSE = 30_000
/** The server says something every 15 seconds. After so long without a word, the connection is lost. */
const SILENCE = 45_000

export function createLive<Answer>({ fetch, url, headers }: LiveInput): Live<Answer> {
  let snapshot: LiveSnapshot<Answer> = { answer: undefined, error: undefined, state: 'connecting' }
  const listeners = new Set<() => void>()
  let connection: AbortController | undefined
  let last = ''
  let failures = 0

  const tell = (changed: Partial<LiveSnapshot<Answer>>) => {
    snapshot = { ...snapshot, ...changed }
    for (const listener of [...listeners]) listener()
  }
  const end = (changed: Partial<LiveSnapshot<Answer>> = {}) => {
    connection?.abort()
    connection = undefined
    if (snapshot.state !== 'ended') tell({ ...changed, state: 'ended' })
  }
  const errorIn = (response: Response, text: string) => new ClientError(url, response, parsed(text))

  const take = (response: Response, fields: ReadonlyMap<string, string>): void => {
    const text = fields.get('data')
    if (text === undefined) return
    const event = fields.get('event')
    if (event === 'answer') {
      last = fields.get('id') ?? ''
      tell({ answer: parsed(text) as Answer, error: undefined })
    } else if (event === 'failed') tell({ error: errorIn(response, text) })
    else if (event === 'end') end({ error: errorIn(response, text) })
  }

  /** Until the server, the network or the last listener ends it. Throws what can be tried again. */
  const listen = async (mine: AbortController): Promise<void> => {
    const asked = { ...headers, accept: 'text/event-stream', ...(last !== '' && { 'last-event-id': last }) }
    const response = await fetch(url, { headers: asked, signal: mine.signal })
    if (!response.ok) {
      const error = errorIn(response, await response.text())
      if (response.status < 500 && response.status !== 429) return end({ error })
      throw error
    }
    const isPushed = response.headers.get('content-type')?.startsWith('text/event-stream') === true
    if (!isPushed || response.body === null)
      return end({ answer: parsed(await response.text()) as Answer, error: undefined })
    failures = 0
    tell({ state: 'live', error: undefined })
    await readStream(response.body, fields => !mine.signal.aborted && take(response, fields))
  }

  const run = async (mine: AbortController): Promise<void> => {
    while (!mine.signal.aborted) {
      let error: Error | undefined
      await listen(mine).catch(thrown => {
        error = thrown as Error
      })
      if (mine.signal.aborted) return
      failures += 1
      tell({ state: 'connecting', ...(error !== undefined && { error }) })
      const longest = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** failures)
      await pause(longest * (0.5 + Math.random() / 2), mine.signal).catch(() => undefined)
    }
  }

  return {
    subscribe(listener) {
      // The same function may listen twice.
      const own = () => listener()
      listeners.add(own)
      if (connection === undefined && snapshot.state !== 'ended') {
        connection = new AbortController()
        void run(connection)
      }
      return () => {
        listeners.delete(own)
        if (listeners.size > 0) return
        connection?.abort()
        connection = undefined
        if (snapshot.state === 'live') snapshot = { ...snapshot, state: 'connecting' }
      }
    },
    getSnapshot: () => snapshot,
    close: () => end(),
  }
}

async function readStream(
  body: ReadableStream<Uint8Array>,
  take: (fields: ReadonlyMap<string, string>) => void,
): Promise<void> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (;;) {
    const timer = setTimeout(() => void reader.cancel(), SILENCE)
    const { done, value } = await reader.read().finally(() => clearTimeout(timer))
    if (done) return
    const parts = (text + decoder.decode(value, { stream: true })).split('\n\n')
    text = parts.pop()!
    for (const part of parts) take(fieldsOf(part))
  }
}

/** `id: "x"\nevent: answer\ndata: {}` */
function fieldsOf(text: string): ReadonlyMap<string, string> {
  return new Map(
    text.split('\n').map(line => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon), line.slice(colon + 1).trimStart()]
    }),
  )
}
