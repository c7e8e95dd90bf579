/** Entries are written at a fixed rate while something else is measured. */
import { seededPick } from '../content/random.mjs'
import { authorsOf } from '../content/tables.mjs'

const COMMENTS_EACH = 5

/** What is written, and how many entries of it a number of articles shows. */
const KINDS = {
  author: { path: 'authors', shown: (articles, size) => Math.min(articles, authorsOf(size)), data: bio },
  comment: { path: 'comments', shown: articles => articles * COMMENTS_EACH, data: number => ({ likes: number }) },
  article: { path: 'articles', shown: articles => articles, data: number => ({ views: number }) },
}
export const WRITTEN = Object.keys(KINDS)

function bio(number) {
  return { bio: `Edited ${number} times. ${'Writes about what changes and what does not. '.repeat(5)}` }
}

/** Writes one entry after the other, each at its time, whether or not the one before has been answered. Kinds and servers take turns. */
export function startWrites({ servers, kinds, rate, size, articles, seed }) {
  if (rate === 0) return { stop: async () => 0 }
  const pick = seededPick(seed * 31 + rate)
  const running = []
  const write = async turn => {
    const { path, shown, data } = KINDS[kinds[turn % kinds.length]]
    const id = 1 + pick(shown(articles, size))
    const body = JSON.stringify({ data: data(turn + seed * 1000) })
    const server = servers[Math.floor(turn / kinds.length) % servers.length]
    const response = await fetch(`${server.url}/api/${path}/${id}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body,
    })
    if (response.status !== 200) throw new Error(`PUT /api/${path}/${id}: ${response.status} ${await response.text()}`)
    await response.arrayBuffer()
  }
  const begin = () => {
    const written = write(running.length)
    // Told at the end.
    written.catch(() => undefined)
    running.push(written)
  }
  begin()
  const timer = setInterval(begin, 1000 / rate)
  return {
    stop: async () => {
      clearInterval(timer)
      return (await Promise.all(running)).length
    },
  }
}
