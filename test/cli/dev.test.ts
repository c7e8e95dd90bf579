/** `populus dev`: changes of the project's files while requests arrive, over real connections. */

import { once } from 'node:events'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CLIENTS, freshDatabase } from '../support/databases.ts'
import { addressOf, copyOfBlog, type Running, runPopulus, startPopulus } from './run-populus.ts'

const LIVE_WITHIN = { interval: 50 }
/** Only `npm run test:long` measures: it takes a machine that does nothing else. */
const MEDIAN = Number(process.env.DEV_MILLISECONDS ?? Number.POSITIVE_INFINITY)
const CHANGES = Number(process.env.DEV_CHANGES ?? 3)
const TURNS = Number(process.env.DEV_CHANGES ?? 1)

interface LogLine {
  readonly level: number
  readonly msg: string
  readonly method?: string
  readonly path?: string
  readonly status?: number
  readonly ms?: number
  readonly source?: string
  readonly hint?: string
}

interface AnyList {
  readonly data: readonly { readonly attributes: object }[]
}

interface SchemaFile {
  readonly attributes: Record<string, object>
}

describe.each(CLIENTS)('populus dev on %s', client => {
  let folder: string
  let running: Running
  let address: string
  let database: string

  beforeAll(async () => {
    folder = await copyOfBlog()
    const config = await freshDatabase(client)
    database = config.client === 'sqlite' ? `sqlite:${config.filename}` : config.url
    await runPopulus('types', folder)
    running = startPopulus(['dev', folder, '--port', '0', '--database', database])
    address = await addressOf(running)
  })
  afterAll(async () => {
    running.process.kill('SIGTERM')
    expect((await running.finished).code).toBe(0)
  })

  const file = (type: string) => join(folder, `src/api/${type}/content-types/${type}/schema.json`)
  const lines = () =>
    running
      .error()
      .split('\n')
      .filter(line => line.startsWith('{'))
      .map(line => JSON.parse(line) as LogLine)
  const said = (text: string) => lines().filter(({ msg }) => msg.includes(text))

  async function change(path: string, edit: (schema: SchemaFile) => void, write = writeFile) {
    const schema = JSON.parse(await readFile(path, 'utf8'))
    edit(schema)
    await write(path, `${JSON.stringify(schema, null, 2)}\n`)
  }
  const status = async (path: string) => (await fetch(`${address}${path}`)).status
  const answer = async (path: string) => (await (await fetch(`${address}${path}`)).json()) as AnyList

  // What the database has no part in is tested with one of them.
  const testOnce = test.runIf(client === 'sqlite')

  testOnce('shows one line per request: method, path, status, time, kept or read', async () => {
    const path = '/api/articles?fields[0]=title&filters[slug]=first-sourdough'
    // An answer is kept when it is asked for a second time.
    const requests = () => lines().filter(({ msg, path = '' }) => msg === 'request' && path.startsWith('/api'))
    await expect
      .poll(async () => {
        expect(await status(path)).toBe(200)
        return requests().at(-1)
      })
      .toMatchObject({ level: 30, method: 'GET', path, status: 200, source: 'kept' })
    expect(requests()[0]).toMatchObject({ level: 30, method: 'GET', path, status: 200, source: 'read' })
    const missing = '/api/nothing?a=%1b[31m'
    await fetch(`${address}${missing}`)
    await expect.poll(() => requests().at(-1)).toMatchObject({ level: 30, method: 'GET', path: missing, status: 404 })
    for (const { ms } of requests()) expect(ms).toBeGreaterThanOrEqual(0)
  })

  test('a new attribute is live, migrated and typed soon after it is saved', async () => {
    const path = '/api/articles?fields[0]=strapline&pagination[pageSize]=1'
    expect(await status(path)).toBe(400)
    await change(file('article'), schema => {
      schema.attributes.strapline = { type: 'string' }
    })
    await expect.poll(() => status(path), LIVE_WITHIN).toBe(200)
    expect((await answer(path)).data[0]!.attributes).toEqual({ strapline: null })
    await expect.poll(() => readFile(join(folder, 'populus-types.d.ts'), 'utf8'), LIVE_WITHIN).toContain('strapline')
    expect(said('strapline').map(({ msg }) => msg)).toEqual(['added column articles.strapline'])
  })

  test('attributes that come and go are live soon after they are saved', async () => {
    const times: number[] = []
    const lasts = async (path: string, expected: number, edit: (schema: SchemaFile) => void) => {
      const begun = performance.now()
      await change(file('article'), edit)
      await expect.poll(() => status(path), LIVE_WITHIN).toBe(expected)
      times.push(performance.now() - begun)
    }
    for (let turn = 0; turn < TURNS; turn += 1) {
      const name = `live${turn}`
      const path = `/api/articles?fields[0]=${name}&pagination[pageSize]=1`
      await lasts(path, 200, schema => {
        schema.attributes[name] = { type: 'string' }
      })
      await lasts(path, 400, schema => {
        delete schema.attributes[name]
      })
    }
    const [median = Number.NaN] = times.sort((a, b) => a - b).slice(Math.floor(times.length / 2))
    expect(median).toBeLessThan(MEDIAN)
  })

  testOnce('a bad change is shown with file and path, and the former schema is served until it is mended', async () => {
    const good = await readFile(file('article'), 'utf8')
    await change(file('article'), schema => {
      schema.attributes.author = { type: 'relation', relation: 'manyToOne', target: 'api::autor.autor' }
    })
    await expect.poll(() => said('api::autor.autor').length, LIVE_WITHIN).toBe(1)
    const [problem] = said('api::autor.autor')
    expect(problem).toMatchObject({ level: 50 })
    expect(problem!.msg).toContain('src/api/article/content-types/article/schema.json')
    expect(problem!.msg).toContain('attributes.author.target')
    expect(problem!.msg).toContain('The previous version of the project is still being served.')
    expect(await status('/api/articles?populate=author&fields[0]=strapline')).toBe(200)
    await writeFile(file('article'), '{ "kind": "collectionType", ')
    await expect.poll(() => said('is not JSON').length, LIVE_WITHIN).toBe(1)
    expect(await status('/api/articles')).toBe(200)
    await writeFile(file('article'), good.replace('"strapline"', '"headline"'))
    await expect.poll(() => status('/api/articles?fields[0]=headline'), LIVE_WITHIN).toBe(200)
  })

  test('a type that would lose values is refused with what to do, and applied where there are none', async () => {
    const good = await readFile(file('article'), 'utf8')
    await change(file('article'), schema => {
      schema.attributes.readingTime = { type: 'string' }
    })
    await expect.poll(() => said('would change their type').length, LIVE_WITHIN).toBe(1)
    const [{ msg }] = said('would change their type') as [LogLine]
    expect(msg).toMatch(/articles\.reading_time has the type integer/i)
    expect(msg).toContain('populus migrate --convert articles.reading_time')
    expect(msg).toContain('The previous version of the project is still being served.')
    expect(typeof (await answer('/api/articles?fields[0]=readingTime')).data[0]!.attributes).toBe('object')
    await writeFile(file('article'), good)
    await change(file('article'), schema => {
      schema.attributes.fresh = { type: 'integer' }
    })
    await expect.poll(() => status('/api/articles?fields[0]=fresh'), LIVE_WITHIN).toBe(200)
    await change(file('article'), schema => {
      schema.attributes.fresh = { type: 'string' }
    })
    await expect.poll(() => said('changed column articles.fresh from ').length, LIVE_WITHIN).toBe(1)
    await writeFile(file('article'), good)
    await expect.poll(() => status('/api/articles?fields[0]=fresh'), LIVE_WITHIN).toBe(400)
  })

  test('types come and go; settings and secrets count as well', async () => {
    await mkdir(dirname(file('hint')), { recursive: true })
    await change(
      file('article'),
      () => {},
      async () => {
        const info = { singularName: 'hint', pluralName: 'hints', displayName: 'Hint' }
        const attributes = { text: { type: 'string' } }
        await writeFile(
          file('hint'),
          JSON.stringify({ kind: 'collectionType', collectionName: 'hints', info, attributes }),
        )
      },
    )
    await expect.poll(() => status('/api/hints'), LIVE_WITHIN).toBe(403)
    await rm(join(folder, 'src/api/hint'), { recursive: true })
    await expect.poll(() => status('/api/hints'), LIVE_WITHIN).toBe(404)
    await writeFile(join(folder, 'populus.config.mjs'), 'export default { api: { prefix: "/content" } }\n')
    await expect.poll(() => status('/content/articles'), LIVE_WITHIN).toBe(200)
    await writeFile(join(folder, 'populus.config.mjs'), 'export default { api: { prefix: "/v1" } }\n')
    await expect.poll(() => status('/v1/articles'), LIVE_WITHIN).toBe(200)
    await rm(join(folder, 'populus.config.mjs'))
    await expect.poll(() => status('/api/articles'), LIVE_WITHIN).toBe(200)
  })

  test('requests that arrive during many changes are all answered', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 6 })
    let asking = true
    const results = new Map<string, number>()
    const ask = () =>
      new Promise<string>(resolve => {
        const asked = request(`${address}/api/articles?populate=author&fields[0]=title`, { agent }, response => {
          response.resume()
          response.on('end', () => resolve(String(response.statusCode)))
          response.on('error', error => resolve(error.message))
        })
        asked.on('error', error => resolve(error.message))
        asked.end()
      })
    const streams = Array.from({ length: 6 }, async () => {
      while (asking) {
        const result = await ask()
        results.set(result, (results.get(result) ?? 0) + 1)
        // The change must get its turn on a machine with few cores.
        await new Promise(resolve => setTimeout(resolve, 5))
      }
    })
    // As editors do it: some write in place, some rename, some in pieces.
    const replace = async (path: string, text: string) => {
      await writeFile(`${path}~`, text)
      await rename(`${path}~`, path)
    }
    const inPieces = async (path: string, text: string) => {
      await writeFile(path, text.slice(0, 40))
      await new Promise(resolve => setTimeout(resolve, 5))
      await writeFile(path, text)
    }
    for (let turn = 0; turn < CHANGES; turn += 1) {
      const name = `note${turn}`
      const write = [writeFile, replace, inPieces][turn % 3]!
      const edit = (schema: SchemaFile) => {
        schema.attributes[name] = { type: 'string' }
      }
      await change(file('article'), edit, write as typeof writeFile)
      await expect.poll(() => status(`/api/articles?fields[0]=${name}`), LIVE_WITHIN).toBe(200)
    }
    asking = false
    await Promise.all(streams)
    agent.destroy()
    expect([...results.keys()]).toEqual(['200'])
  })

  test('a request under way is finished by the schema with which it began', async () => {
    await runPopulus(
      'grant',
      'public',
      'article',
      '--actions',
      'find,findOne,create',
      '--folder',
      folder,
      '--database',
      database,
    )
    await change(file('article'), schema => {
      schema.attributes.before = { type: 'string' }
    })
    await expect.poll(() => status('/api/articles?fields[0]=before'), LIVE_WITHIN).toBe(200)
    const asked = request(`${address}/api/articles`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
    })
    const finished = new Promise<{ status: number; body: string }>((resolve, reject) => {
      asked.on('error', reject)
      asked.on('response', async response => {
        let body = ''
        for await (const chunk of response) body += chunk
        resolve({ status: response.statusCode ?? 0, body })
      })
    })
    const body = JSON.stringify({ data: { title: 'Slow', slug: 'slow', before: 'kept' } })
    await new Promise<unknown>(resolve => asked.write(body.slice(0, 20), resolve))
    await change(file('article'), schema => {
      delete schema.attributes.before
      schema.attributes.after = { type: 'string' }
    })
    await expect.poll(() => status('/api/articles?fields[0]=after'), LIVE_WITHIN).toBe(200)
    expect(await status('/api/articles?fields[0]=before')).toBe(400)
    asked.end(body.slice(20))
    const answered = await finished
    expect(answered.body).toContain('"before":"kept"')
    expect(answered.status).toBe(200)
  })
})

describe('the first start of populus dev', () => {
  test('shows what is wrong with settings, schema and content, and serves once all is mended', async () => {
    const folder = await copyOfBlog()
    // One of them reads an entry by a field that is changed here.
    await rm(join(folder, 'queries'), { recursive: true })
    const files = {
      settings: join(folder, 'populus.config.json'),
      schema: join(folder, 'src/api/article/content-types/article/schema.json'),
      content: join(folder, 'content/article.json'),
    }
    const good = await Promise.all(
      [files.schema, files.content].map(async path => [path, await readFile(path, 'utf8')] as const),
    )
    await writeFile(files.settings, '{ "prot": 1337 }')
    await writeFile(files.schema, good[0]![1].replace('"kind"', '"knid"'))
    await writeFile(files.content, '[{]')
    const running = startPopulus(['dev', folder, '--port', '0'])
    const shown = () =>
      running
        .error()
        .split('\n')
        .filter(line => line.includes('Nothing is served yet'))
    await expect.poll(() => shown().length, LIVE_WITHIN).toBe(1)
    expect(shown()[0]).toContain('prot')
    await writeFile(files.settings, '{ "api": { "prefix": "/content" } }')
    await expect.poll(() => shown().length, LIVE_WITHIN).toBe(2)
    expect(shown()[1]).toContain('src/api/article/content-types/article/schema.json')
    await writeFile(files.schema, good[0]![1])
    await expect.poll(() => shown().length, LIVE_WITHIN).toBe(3)
    expect(shown()[2]).toContain('article.json is not JSON')
    expect(running.process.exitCode).toBe(null)
    await writeFile(files.content, good[1]![1])
    const address = await addressOf(running)
    expect((await fetch(`${address}/content/articles`)).status).toBe(200)
    const changed = good[0]![1]
      .replace('"slug"', '"address"')
      .replace('"attributes": {', '"attributes": {"slug": {"type": "string"},')
    await writeFile(files.schema, changed)
    await expect
      .poll(async () => (await fetch(`${address}/content/articles?fields[0]=address`)).status, LIVE_WITHIN)
      .toBe(200)
    running.process.kill('SIGTERM')
    expect((await running.finished).code).toBe(0)
  })

  test('a signal ends the waiting; what no file can mend ends it at once', async () => {
    const folder = await copyOfBlog()
    await writeFile(join(folder, 'populus.config.json'), '{')
    const waiting = startPopulus(['dev', folder, '--port', '0'])
    await expect.poll(() => waiting.error(), LIVE_WITHIN).toContain('Nothing is served yet')
    waiting.process.kill('SIGTERM')
    expect((await waiting.finished).code).toBe(0)
    await rm(join(folder, 'populus.config.json'))
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const refusals = await Promise.all([
      runPopulus('dev', folder, '--port', 'x'),
      runPopulus('dev', folder, '--port', '0', '--database', 'sqlite::memory:'),
      runPopulus('dev', join(folder, 'nothing'), '--port', '0'),
      runPopulus('dev', folder, '--host', '127.0.0.1', '--port', String(port)),
    ])
    other.close()
    expect(refusals.map(({ code, error }) => [code, error.split('\n').find(line => !line.startsWith('{'))])).toEqual([
      [1, 'The settings have problems'],
      [1, 'A database in memory would be lost with every change'],
      [1, `The folder ${join(folder, 'nothing')} does not exist`],
      [1, 'The server cannot listen'],
    ])
  })
})
