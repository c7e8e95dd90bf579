/**
 * The process that runs the `config` files of a Strapi project, started by `run-config-files.ts`. They are code of the
 * project's owner: they may end the process, change its environment or never return, so they do not run in the server. It
 * gets the names of the files as its argument and sends what they export.
 */
import { join } from 'node:path'
import { createCodeLoader, runningPlace } from '../../util/process/code-loader.ts'
import { envHelper } from './env-helper.ts'
import { parseConnection } from './parse-connection.ts'
import type { ConfigReply, ConfigRequest } from './run-config-files.ts'

const { folder, files, plugins = [] } = JSON.parse(process.argv[2]!) as ConfigRequest

/** What the most common `config/database` needs, for a project whose modules are not installed. */
const STAND_INS: Readonly<Record<string, unknown>> = {
  'pg-connection-string': { parse: parseConnection },
  '@strapi/utils': { env: envHelper(process.env) },
}

const loader = createCodeLoader({ standIn: name => STAND_INS[name], placeOf: path => runningPlace(folder, path) })

/** As Strapi loads a file: what it exports, called with `env` if that is a function. */
async function run(path: string): Promise<unknown> {
  const exported = loader.load(path) as { default?: unknown } | null
  if (path.endsWith('.json')) return exported
  const value = exported?.default ?? exported
  return typeof value === 'function' ? await value({ env: envHelper(process.env) }) : value
}

/** Plain data. Anything else, such as a function that decides about origins, is left out and named. */
function plain(value: unknown, path: string, leftOut: string[], above: readonly unknown[] = []): unknown {
  if (value instanceof Date || value instanceof RegExp || value instanceof URL) return String(value)
  if (typeof value === 'function' || typeof value === 'symbol' || above.includes(value)) {
    leftOut.push(path)
    return undefined
  }
  if (typeof value === 'bigint') return Number(value)
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return value
  const inner = [...above, value]
  if (Array.isArray(value)) return value.map((item, index) => plain(item, `${path}[${index}]`, leftOut, inner))
  const members = Object.entries(value).map(([name, item]) => {
    return [name, plain(item, path === '' ? name : `${path}.${name}`, leftOut, inner)] as const
  })
  return Object.fromEntries(members.filter(([, item]) => item !== undefined))
}

/** Modules get what they would get in the server, but nothing of it works yet. */
async function contentTypesOf(path: string): Promise<unknown> {
  const { pluginContentTypes } = await import('./plugin-content-types.ts')
  return pluginContentTypes(folder, path)
}

async function answer(file: string, work: (path: string) => Promise<unknown>): Promise<ConfigReply> {
  try {
    const leftOut: string[] = []
    const value = plain(await work(join(folder, file)), '', leftOut)
    return { file, value, leftOut }
  } catch (error) {
    return { file, problem: error instanceof Error ? error.message.split('\n')[0]! : String(error) }
  }
}

for (const file of files) process.send!(await answer(file, run))
for (const file of plugins) process.send!(await answer(file, contentTypesOf))
process.disconnect()
process.exit()
