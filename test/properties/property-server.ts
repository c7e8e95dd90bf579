/** The server under test: the recorded Strapi project on one database, asked over a real socket or by injection. */
import { Agent, request } from 'node:http'
import { performance } from 'node:perf_hooks'
import { expect } from 'vitest'
import type { App } from '../../src/app.ts'
import type { DatabaseConfig } from '../../src/config/config.ts'
import { loadSchema } from '../../src/schema/load/load-schema.ts'
import type { Schema } from '../../src/schema/schema.ts'
import { buildTestApp } from '../support/build-test-app.ts'
import { cleanUp } from '../support/clean-up.ts'
import { CONFORMANCE_PROJECT } from '../support/worlds/conformance-data.ts'
import type { QueryModel } from './query-generator.ts'
import { readStored } from './stored-values.ts'

export interface Reply {
  readonly status: number
  readonly body: string
  readonly type: string
  readonly milliseconds: number
}

export interface PropertyServer {
  readonly app: App
  readonly schema: Schema
  readonly model: QueryModel
  /** Asks over a socket; the path goes out byte by byte as it is, but for what no request line can hold. */
  readonly get: (path: string) => Promise<Reply>
  /** The texts of the statements that ran since the last call. */
  readonly statements: () => readonly string[]
}

/** How many times the runs of a property are multiplied: `PROPERTY_RUNS=20 npx vitest run test/properties`. */
export const PROPERTY_RUNS = Number(process.env.PROPERTY_RUNS ?? 0.2)

export const runs = (count: number): number => Math.ceil(count * PROPERTY_RUNS)

/** Time for one property, in milliseconds. */
export const PROPERTY_TIME = 180_000 * Math.max(1, PROPERTY_RUNS)

/** Nothing may hang: the longest time for one answer, in milliseconds, on a machine that does much else. */
export const MOST_TIME = 60_000

export async function startPropertyServer(database: DatabaseConfig): Promise<PropertyServer> {
  const log: string[] = []
  const app = await buildTestApp({
    folder: CONFORMANCE_PROJECT,
    database,
    dialect: 'strapi4',
    onStatement: ({ text }) => log.push(text),
  })
  const { address } = await app.listen()
  const agent = new Agent({ keepAlive: true, maxSockets: 4 })
  cleanUp(() => agent.destroy())
  const get = (path: string) => ask(agent, Number(new URL(address).port), path)
  const { schema } = await loadSchema(CONFORMANCE_PROJECT)
  const readable = await readableUids(schema, get)
  const model = { schema, readable, stored: await readStored(schema, readable, get) }
  return { app, schema, model, get, statements: () => log.splice(0) }
}

/** The types that the public may read, found out by asking. */
async function readableUids(schema: Schema, get: PropertyServer['get']): Promise<ReadonlySet<string>> {
  const uids = new Set<string>()
  for (const type of schema.types.values()) {
    if (!type.userDefined) continue
    const { status } = await get(`/api/${type.single ? type.singularName : type.pluralName}`)
    if (status !== 403) uids.add(type.uid)
  }
  return uids
}

function ask(agent: Agent, port: number, path: string): Promise<Reply> {
  const started = performance.now()
  return new Promise((resolve, reject) => {
    const sent = request({ agent, host: '127.0.0.1', port, path: toRequestLine(path) }, response => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          body: Buffer.concat(chunks).toString('utf8'),
          type: response.headers['content-type'] ?? '',
          milliseconds: performance.now() - started,
        }),
      )
      response.on('error', reject)
    })
    sent.on('error', reject)
    sent.end()
  })
}

/** UTF-8 bytes as they are; blanks and control characters, which would end the line, percent-encoded. */
export function toRequestLine(path: string): string {
  const bytes = Buffer.from(path, 'utf8').toString('latin1')
  return bytes.replace(/[^\x21-\xff]/g, sign => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`)
}

/** A refusal, in exactly the form that Strapi gives it. */
export function expectRefusal(reply: Reply): void {
  expect(reply.type).toBe('application/json; charset=utf-8')
  const { error } = JSON.parse(reply.body) as { error: { name: string; message: string } }
  expect(error.name).toMatch(/^[A-Z]\w+Error$/)
  expect(typeof error.message).toBe('string')
  expect(reply.body).toBe(
    JSON.stringify({
      data: null,
      error: { status: reply.status, name: error.name, message: error.message, details: {} },
    }),
  )
}

/** 200, or a refusal; never an error of ours, and never late. */
export function expectSoundReply(reply: Reply): void {
  if (reply.status !== 200) {
    expect(reply, reply.body.slice(0, 300)).toMatchObject({ status: expect.toSatisfy(isRefusal) })
    expectRefusal(reply)
  } else expect(() => JSON.parse(reply.body)).not.toThrow()
  expect(reply.milliseconds).toBeLessThan(MOST_TIME)
}

function isRefusal(status: number): boolean {
  return [400, 401, 403, 404, 413, 414].includes(status)
}
