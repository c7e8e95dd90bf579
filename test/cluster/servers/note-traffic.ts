/** Writers and readers on several servers, who remember what was acknowledged and what was shown. */
import { expect } from 'vitest'

interface Entry {
  readonly id: number
  readonly attributes: { readonly title: string }
}

export interface Traffic {
  /** Titles whose creation was acknowledged. */
  readonly acknowledged: ReadonlySet<string>
  /** What was shown although something newer had been acknowledged before the question. */
  readonly stale: readonly string[]
  /** Answers that were good, and others. */
  readonly counts: { good: number; refused: number; lost: number }
  /** What came instead of the answers that were lost. */
  readonly failures: readonly string[]
  /** Waits for so many more good answers. */
  answered(count: number): Promise<void>
  /** Ends when everybody has their answer. */
  stop(): Promise<void>
}

/** `servers` is asked anew for every request: addresses may come and go. `name` keeps titles apart from those of other traffic. */
export function startTraffic(servers: () => readonly string[], workers = 6, name = 'w'): Traffic {
  const acknowledged = new Set<string>()
  const stale: string[] = []
  const counts = { good: 0, refused: 0, lost: 0 }
  const failures: string[] = []
  /** The number that the first note has been given for certain. */
  let counter = 0
  let going = true
  const any = () => {
    const all = servers()
    return all[Math.floor(Math.random() * all.length)]!
  }
  const ask = async (path: string, init: RequestInit = {}): Promise<unknown> => {
    let text = 'nothing'
    try {
      const answer = await fetch(`${any()}${path}`, { signal: AbortSignal.timeout(120_000), ...init })
      text = `${answer.status} ${await answer.text()}`
      const body: unknown = JSON.parse(text.slice(text.indexOf(' ')))
      if (answer.status === 200) counts.good += 1
      else {
        counts.refused += 1
        expect(answer.status).toBe(503)
      }
      return answer.status === 200 ? body : undefined
    } catch (error) {
      if (error instanceof Error && error.name === 'AssertionError') throw error
      counts.lost += 1
      failures.push(
        `${new Date().toISOString()} ${init.method ?? 'GET'} ${path}: ${text.slice(0, 200)}, ${causeOf(error)}`,
      )
      return undefined
    }
  }
  const send = (path: string, method: string, title: string) =>
    ask(path, { method, body: JSON.stringify({ data: { title } }), headers: { 'content-type': 'application/json' } })
  const create = async (title: string) => {
    if ((await send('/api/notes', 'POST', title)) === undefined) return
    acknowledged.add(title)
    const found = (await ask(`/api/notes?filters[title]=${title}`)) as { data: Entry[] } | undefined
    if (found?.data.length === 0) stale.push(`${title} was created, and not shown`)
  }
  const read = async () => {
    const before = counter
    const found = (await ask('/api/notes/1')) as { data: Entry } | undefined
    const shown = Number(found?.data.attributes.title)
    if (found !== undefined && shown < before) stale.push(`${shown} was shown, and ${before} acknowledged before`)
  }
  const count = async () => {
    for (let next = 1; going; next += 1) {
      if ((await send('/api/notes/1', 'PUT', String(next))) !== undefined) counter = next
      await pause()
    }
  }
  const work = async (worker: number) => {
    for (let turn = 0; going; turn += 1) {
      if (turn % 4 === 0) await create(`${name}${worker}-${turn}`)
      else await read()
      await pause()
    }
  }
  const all = Promise.all([count(), ...Array.from({ length: workers }, (_, worker) => work(worker))])
  all.catch(() => undefined)
  return {
    acknowledged,
    stale,
    counts,
    failures,
    answered: async count => {
      const enough = counts.good + count
      await expect.poll(() => counts.good).toBeGreaterThanOrEqual(enough)
    },
    stop: async () => {
      going = false
      await all
    },
  }
}

function causeOf(error: unknown): string {
  const { cause } = error as { readonly cause?: unknown }
  return cause === undefined ? String(error) : `${String(error)} (${String(cause)})`
}

const pause = () => new Promise(resolve => setTimeout(resolve, 5))

/** Every title that a server shows, page by page. */
async function titles(server: string): Promise<readonly string[]> {
  const shown: string[] = []
  for (let page = 1; ; page += 1) {
    const query = `pagination[page]=${page}&pagination[pageSize]=100&sort=id&fields[0]=title`
    const { data } = (await (await fetch(`${server}/api/notes?${query}`)).json()) as { data: Entry[] }
    shown.push(...data.map(({ attributes }) => attributes.title))
    if (data.length < 100) return shown
  }
}

/** Nothing that was acknowledged is missing anywhere, nothing is there twice, and all servers show the same. */
export async function expectAgreement(servers: readonly string[], traffic: Traffic): Promise<void> {
  const shown = await Promise.all(servers.map(titles))
  for (const other of shown) expect(other).toEqual(shown[0])
  const [, ...created] = shown[0]!
  expect([...traffic.acknowledged].filter(title => !created.includes(title))).toEqual([])
  expect(new Set(created).size).toBe(created.length)
}
