/**
 * Three servers behind HAProxy, PostgreSQL with a replica and PgBouncer, and S3: started with the files of `deploy/many`. A server is
 * killed, and all are replaced one after the other, while everybody reads and writes. Part of `npm run test:long`.
 */

import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { databasePrograms, hasHaproxy } from '../../scripts/install-deploy-parts.mjs'
import { addressOf, type Running, startBinary, startPopulus } from '../cli/run-populus.ts'
import { noteProject } from '../cluster/servers/note-project.ts'
import { startTraffic } from '../cluster/servers/note-traffic.ts'
import { form, paper } from '../media/media-app.ts'
import { cleanUp } from '../support/clean-up.ts'
import { type S3Server, startS3 } from '../support/servers/s3-server.ts'
import { MANY, type Many, placeMany, startBalancer, startPooler, startPrimary, startReplica } from './many-parts.ts'

const NAMES = ['one', 'two', 'three'] as const
type Name = (typeof NAMES)[number]

/** `npm run test:long` sets it. */
const root = process.env.DEPLOY_PARTS === 'all' && hasHaproxy() ? databasePrograms() : undefined
/** Good answers, before something happens and after it. */
const ENOUGH = 300
const PATIENCE = { timeout: 120_000, interval: 100 }

describe.runIf(root !== undefined)('many', () => {
  const servers = new Map<Name, Running>()
  let many: Many
  let s3: S3Server
  let folder = ''
  let site = ''

  const variables = (name: Name) => ({
    ...many.services[name]!.environment,
    // The bucket of the tests knows no other key, and HAProxy is on this machine.
    ...{ AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER', TRUSTED_PROXIES: 'loopback' },
    ...{ NODE_ENV: 'production', PORT: String(many.port(`${name}:1337`)) },
  })

  function start(name: Name): Running {
    const server = startPopulus(['start', folder], variables(name))
    servers.set(name, server)
    return server
  }

  beforeAll(async () => {
    folder = await noteProject(1)
    s3 = await startS3()
    // The server of the tests knows no policies: everybody may read everything.
    s3.fault = line => (line.startsWith('PUT /media?policy') ? 200 : undefined)
    many = await placeMany(root!, { 's3:7070': Number(new URL(s3.media.s3.endpoint!).port) })
    await startPrimary(many)
    await Promise.all([startReplica(many), startPooler(many)])
    cleanUp(async () => {
      for (const { process, finished } of servers.values()) {
        process.kill('SIGKILL')
        await finished
      }
    })
  }, 600_000)

  test('the bucket is made, and all servers start on the new database', async () => {
    const make = startBinary(join(MANY, 'make-bucket.mjs'), [], variables('one'))
    const made = await make.finished
    expect(made.code, made.error).toBe(0)
    expect(s3.requests.map(({ line }) => line)).toEqual(['HEAD /media', 'PUT /media', 'PUT /media?policy'])
    await Promise.all(NAMES.map(name => addressOf(start(name))))
    site = await startBalancer(many)
    const ready = async () => (await (await fetch(`${site}/_ready`)).json()) as object
    await expect.poll(ready, PATIENCE).toMatchObject({ ready: true, replicas: [{ state: 'in use' }] })
  }, 600_000)

  test('files go to the bucket, in one piece or in parts, and everybody reads them through the balancer', async () => {
    const made = startPopulus(
      ['tokens', 'create', 'editor', '--type', 'full-access', '--folder', folder],
      variables('one'),
    )
    const { out, code, error } = await made.finished
    expect(code, error).toBe(0)
    const headers = { authorization: `Bearer ${out.trim().split('\n').at(-1)}` }
    const uploaded = await fetch(`${site}/api/upload`, {
      ...{ method: 'POST', headers, body: form(paper('note.txt', 'files', 'kept')) },
    })
    expect(uploaded.status).toBe(200)
    const [{ url }] = (await uploaded.json()) as [{ url: string }]
    expect(url.startsWith(`${site}/media/`)).toBe(true)
    expect(await (await fetch(url)).text()).toBe('kept')
    expect((await fetch(url, { method: 'DELETE' })).status).toBe(405)

    const tus = { ...headers, 'tus-resumable': '1.0.0' }
    const metadata = `filename ${btoa('parts.txt')},filetype ${btoa('text/plain')}`
    const begun = await fetch(`${site}/api/upload/tus`, {
      ...{ method: 'POST', headers: { ...tus, 'upload-length': '15', 'upload-metadata': metadata } },
    })
    expect(begun.status).toBe(201)
    const upload = new URL(begun.headers.get('location')!, site)
    const answers = []
    for (const [index, body] of ['five1', 'five2', 'five3'].entries()) {
      const part = { 'upload-offset': String(index * 5), 'content-type': 'application/offset+octet-stream' }
      answers.push(await fetch(`${site}${upload.pathname}`, { method: 'PATCH', headers: { ...tus, ...part }, body }))
    }
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 200])
    const [file] = (await answers.at(-1)!.json()) as [{ url: string }]
    expect(await (await fetch(file.url)).text()).toBe('five1five2five3')
  }, 600_000)

  test('a server is killed: reads go on, and no more is lost than the writes that it was working on', async () => {
    const traffic = startTraffic(() => [site])
    await traffic.answered(ENOUGH)
    const { process, finished } = servers.get('two')!
    process.kill('SIGKILL')
    await finished
    await traffic.answered(ENOUGH)
    await addressOf(start('two'))
    await traffic.answered(ENOUGH)
    await traffic.stop()
    expect(traffic.stale).toEqual([])
    expect(traffic.counts.refused).toBe(0)
    // One counter and six writers, each with one request at a time, on three servers.
    expect(traffic.counts.lost).toBeLessThanOrEqual(7)
    await expectAcknowledged(traffic.acknowledged)
  }, 600_000)

  test('all servers are replaced one after the other without a failed request', async () => {
    await sleep(3000)
    const traffic = startTraffic(() => [site])
    await traffic.answered(ENOUGH)
    for (const name of NAMES) {
      const { process, finished } = servers.get(name)!
      process.kill('SIGTERM')
      expect((await finished).code).toBe(0)
      await addressOf(start(name))
      // HAProxy looks once in a second.
      await sleep(3000)
    }
    await traffic.answered(ENOUGH)
    await traffic.stop()
    expect(traffic.failures).toEqual([])
    expect(traffic.counts.refused).toBe(0)
    expect(traffic.stale).toEqual([])
    await expectAcknowledged(traffic.acknowledged)
    console.log(`Replaced three servers: ${traffic.counts.good} answers, ${traffic.acknowledged.size} entries created`)
  }, 600_000)

  async function expectAcknowledged(titles: ReadonlySet<string>): Promise<void> {
    const shown = new Set<string>()
    for (let page = 1; ; page += 1) {
      const query = `pagination[page]=${page}&pagination[pageSize]=100&sort=id&fields[0]=title`
      const answer = await fetch(`${site}/api/notes?${query}`)
      const { data } = (await answer.json()) as { data: { attributes: { title: string } }[] }
      for (const { attributes } of data) shown.add(attributes.title)
      if (data.length < 100) break
    }
    expect([...titles].filter(title => !shown.has(title))).toEqual([])
  }
})
