/** A page of React that shows a live answer with the hook of the documentation, and how many streams it holds. */
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { Page } from 'playwright-core'
import { theBrowser } from '../support/browser.ts'
import { cleanUp } from '../support/clean-up.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** The hook, word for word. */
function documentedHook(): string {
  const text = readFileSync(`${ROOT}docs/reference/client.md`, 'utf8')
  const found = [...text.matchAll(/```ts\n([\s\S]*?)```/g)]
    .map(([, code]) => code!)
    .find(code => /\buseLive\b/.test(code))
  if (found === undefined) throw new Error('The documentation has no hook')
  return found
}

const PROGRAM = `
  import { StrictMode, useState } from 'react'
  import { createRoot } from 'react-dom/client'
  import { createClient } from 'populus/client'
  import { useLive } from 'documented-hook'

  const client = createClient({ url: location.origin })
  const newest = client.live('tags', { fields: ['name'], filters: { slug: { $startsWith: 'react-' } } })

  function Names() {
    const { answer, error, state } = useLive(newest)
    return (
      <main>
        <p id="state">{state}</p>
        <p id="error">{error?.message}</p>
        <ul>{answer?.data.map(({ id, attributes }) => <li key={id}>{attributes.name}</li>)}</ul>
      </main>
    )
  }

  function Page() {
    const [shown, setShown] = useState(false)
    return <><button onClick={() => setShown(!shown)}>toggle</button>{shown && <><Names /><Names /></>}</>
  }

  const strict = location.search === '?strict'
  createRoot(document.getElementById('root')).render(strict ? <StrictMode><Page /></StrictMode> : <Page />)
`

/** Everything of React that only development has, such as mounting twice in StrictMode, is in it. */
async function bundled(): Promise<string> {
  const hook = documentedHook()
  const { outputFiles } = await build({
    stdin: { contents: PROGRAM, loader: 'tsx', resolveDir: ROOT },
    ...{ bundle: true, write: false, format: 'iife', jsx: 'automatic', logLevel: 'silent' },
    define: { 'process.env.NODE_ENV': '"development"' },
    alias: { 'populus/client': `${ROOT}src/client/client.ts` },
    plugins: [
      {
        name: 'documented hook',
        setup: ({ onResolve, onLoad }) => {
          onResolve({ filter: /^documented-hook$/ }, ({ path }) => ({ path, namespace: 'docs' }))
          onLoad({ filter: /./, namespace: 'docs' }, () => ({ contents: hook, loader: 'ts', resolveDir: ROOT }))
        },
      },
    ],
  })
  return outputFiles[0]!.text
}

export interface ReactPage {
  readonly open: (search: string) => Promise<Page>
  /** How many streams are open now. */
  readonly streams: () => number
}

/** The page is on the address of a proxy before the server, which counts streams. */
export async function reactPage(server: string): Promise<ReactPage> {
  const program = await bundled()
  let streams = 0
  const pass = (asked: IncomingMessage, response: ServerResponse) => {
    const sent = request(`${server}${asked.url}`, { method: asked.method, headers: asked.headers }, answer => {
      // The page may have gone before the answer came.
      if (response.destroyed) return
      const isStream = String(answer.headers['content-type']).startsWith('text/event-stream')
      if (isStream) streams += 1
      response.once('close', () => {
        if (isStream) streams -= 1
      })
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    response.once('close', () => sent.destroy())
    sent.on('error', () => response.destroy())
    asked.pipe(sent)
  }
  const proxy = createServer((asked, response) => {
    if (asked.url === '/page.js') response.writeHead(200, { 'content-type': 'text/javascript' }).end(program)
    else if (asked.url?.startsWith('/page')) response.writeHead(200, { 'content-type': 'text/html' }).end(HTML)
    else pass(asked, response)
  })
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
  cleanUp(async () => {
    proxy.closeAllConnections()
    await new Promise(resolve => proxy.close(resolve))
  })
  const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const open = async (search: string): Promise<Page> => {
    const page = await (await (await theBrowser()).newContext()).newPage()
    await page.goto(`${address}/page${search}`)
    return page
  }
  return { open, streams: () => streams }
}

const HTML = '<!doctype html><meta charset="utf-8"><div id="root"></div><script src="/page.js"></script>'
