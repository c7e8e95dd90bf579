/** What a busy site asks of a server, for as long as it should: new queries, writes, large images, searches. */
import { hostileUrl } from './hostile-urls.mjs'

export interface MixedLoad {
  /** How often each kind was answered with which status: `read 200`. */
  readonly statuses: ReadonlyMap<string, number>
  stop(): Promise<void>
}

export interface LoadInput {
  readonly address: string
  /** A token that may do everything. */
  readonly token: string
  readonly image: Buffer
}

type Ask = (turn: number) => Promise<Response>

const WORDS = ['bread', 'garden', 'river', 'city', 'winter', 'salt', 'paper', 'light']
const LONG_TEXT = 'A sentence that is long enough to be indexed. '.repeat(400)

export function startMixedLoad({ address, token, image }: LoadInput): MixedLoad {
  const statuses = new Map<string, number>()
  let going = true
  const authorization = `Bearer ${token}`
  const send = (path: string, method: string, data: object) =>
    fetch(`${address}${path}`, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ data }),
    })
  const upload: Ask = turn => {
    const body = new FormData()
    body.append('files', new Blob([image], { type: 'image/jpeg' }), `large-${turn}.jpg`)
    return fetch(`${address}/api/upload`, { method: 'POST', headers: { authorization }, body })
  }
  const word = (turn: number) => `${WORDS[turn % WORDS.length]} ${WORDS[(turn * 3) % WORDS.length]} ${turn}`
  const kinds: Readonly<Record<string, Ask>> = {
    read: turn => fetch(`${address}${hostileUrl(turn)}`),
    list: turn => fetch(`${address}/api/articles?populate=*&filters[id][$gt]=${turn % 40}`),
    create: turn =>
      send('/api/articles', 'POST', { title: `Load ${turn}`, slug: `load-${turn}-${Date.now()}`, body: LONG_TEXT }),
    change: turn => send('/api/articles/1', 'PUT', { title: `Changed ${turn}`, summary: word(turn) }),
    search: turn =>
      fetch(`${address}/api/articles?search[query]=${encodeURIComponent(word(turn))}&search[snippets]=true`),
    contains: turn => fetch(`${address}/api/articles?_q=${encodeURIComponent(word(turn))}`),
    upload,
  }
  const work = async (kind: string, ask: Ask) => {
    for (let turn = 0; going; turn += 1) {
      const answer = await ask(turn)
      await answer.arrayBuffer()
      const key = `${kind} ${answer.status}`
      statuses.set(key, (statuses.get(key) ?? 0) + 1)
    }
  }
  const all = Promise.all(Object.entries(kinds).map(([kind, ask]) => work(kind, ask)))
  // Reported by `stop`.
  all.catch(() => undefined)
  return {
    statuses,
    stop: async () => {
      going = false
      await all
    },
  }
}
