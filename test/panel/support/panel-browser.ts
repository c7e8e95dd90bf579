/**
 * The panel's own way to save, without a browser to draw it: what it needs of one, with a network that fails. Each tab is a
 * context of its own, so that what a closed tab still wanted to do never happens.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { vi } from 'vitest'
import type { App } from '../../../src/app.ts'
import { cleanUp } from '../../support/clean-up.ts'

/** What becomes of a request. */
export type Fault =
  /** It never arrives. */
  | 'lost'
  /** It arrives and is carried out, but nobody hears of it. */
  | 'unanswered'
  /** As before, and the connection ends in the middle of the answer. */
  | 'cut'
  /** A proxy in between has waited long enough. */
  | 'timeout'

export class Tab {
  readonly cookie: string
  /** What this browser keeps. */
  readonly kept: Map<string, unknown>
  isOpen = true
  /** Of the requests to come, in their order; then all is well. */
  faults: (Fault | null)[] = []
  /** Requests on their way. */
  private open = new Set<Promise<unknown>>()

  constructor(cookie: string, kept: Map<string, unknown>) {
    this.cookie = cookie
    this.kept = kept
  }

  run<T>(work: () => T): T {
    return current.run(this, work)
  }

  /** Until nothing is on its way. */
  async settled(): Promise<void> {
    do await new Promise(resolve => setTimeout(resolve, 1))
    while (this.open.size > 0)
  }

  track<T>(work: Promise<T>): Promise<T> {
    this.open.add(work)
    const done = () => this.open.delete(work)
    work.then(done, done)
    return work
  }
}

const current = new AsyncLocalStorage<Tab>()

const never = new Promise<never>(() => {})

/** For the whole test file. The files after it, which run in the same process, get what was there before. */
export function installBrowser(app: () => App): void {
  const browser = {
    window: new EventTarget(),
    document: Object.assign(new EventTarget(), { visibilityState: 'visible' }),
    BroadcastChannel: undefined,
    indexedDB: { open: () => later({ createObjectStore: () => undefined, transaction }) },
    fetch: (url: string, options: RequestInit) => {
      const tab = current.getStore()!
      return tab.isOpen ? tab.track(send(app(), tab, url, options)) : never
    },
  }
  for (const [name, value] of Object.entries(browser)) vi.stubGlobal(name, value)
  cleanUp(() => vi.unstubAllGlobals())
}

async function send(app: App, tab: Tab, url: string, options: RequestInit): Promise<Response> {
  const fault = url.includes('/presence') ? null : (tab.faults.shift() ?? null)
  await new Promise(resolve => setTimeout(resolve, 1))
  if (fault === 'lost') throw new TypeError('Failed to fetch')
  const { statusCode, payload, headers } = await app.inject({
    method: options.method as 'GET',
    url,
    headers: { ...(options.headers as Record<string, string>), cookie: tab.cookie },
    ...(options.body === undefined ? {} : { payload: options.body as string }),
  })
  if (!tab.isOpen) return never
  if (fault === 'unanswered') throw new TypeError('Failed to fetch')
  if (fault === 'timeout') return new Response('<h1>504</h1>', { status: 504 })
  const code = headers['x-populus-error']
  const body = statusCode === 204 ? null : payload
  const response = new Response(body, {
    status: statusCode,
    ...(typeof code === 'string' ? { headers: { 'x-populus-error': code } } : {}),
  })
  if (fault === 'cut') Object.assign(response, { text: () => Promise.reject(new TypeError('network error')) })
  return response
}

/** As much of IndexedDB as drafts need. */
function transaction() {
  const tab = current.getStore()!
  const done = { oncomplete: () => {} }
  const run = (work: () => unknown) => {
    if (!tab.isOpen) return {}
    const request = { result: work() }
    queueMicrotask(() => queueMicrotask(() => tab.isOpen && done.oncomplete()))
    return request
  }
  const store = {
    put: (draft: { readonly key: string }) => run(() => tab.kept.set(draft.key, structuredClone(draft))),
    get: (key: string) => run(() => structuredClone(tab.kept.get(key))),
    delete: (key: string) => run(() => tab.kept.delete(key)),
  }
  return Object.assign(done, { objectStore: () => store })
}

function later(result: unknown) {
  const request = { result, onsuccess: () => {}, onupgradeneeded: () => {}, onerror: () => {} }
  queueMicrotask(() => request.onsuccess())
  return request
}
