/**
 * The process that runs the `config` files of a Strapi project, started by `run-config-files.ts`. They are code of the
 * project's owner: they may end the process, change its environment or never return, so they do not run in the server. It
 * gets the names of the files as its argument and sends what they export.
 */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, extname, join, resolve } from 'node:path'
import { compileFunction } from 'node:vm'
import { transform } from 'sucrase'
import { envHelper } from './env-helper.ts'
import { parseConnection } from './parse-connection.ts'
import type { ConfigReply, ConfigRequest } from './run-config-files.ts'

const { folder, files } = JSON.parse(process.argv[2]!) as ConfigRequest
const loaded = new Map<string, { exports: unknown }>()

/** What the most common `config/database` needs, for a project whose modules are not installed. */
const STAND_INS: Readonly<Record<string, unknown>> = {
  'pg-connection-string': { parse: parseConnection },
  '@strapi/utils': { env: envHelper(process.env) },
}

/** As Strapi loads a file: what it exports, called with `env` if that is a function. */
async function run(path: string): Promise<unknown> {
  if (path.endsWith('.json')) return JSON.parse(readFileSync(path, 'utf8'))
  const exported = load(path) as { default?: unknown } | null
  const value = exported?.default ?? exported
  return typeof value === 'function' ? await value({ env: envHelper(process.env) }) : value
}

function load(path: string): unknown {
  const known = loaded.get(path)
  if (known !== undefined) return known.exports
  if (path.endsWith('.json')) return JSON.parse(readFileSync(path, 'utf8'))
  const module = { exports: {} as unknown }
  loaded.set(path, module)
  const names = ['exports', 'require', 'module', '__filename', '__dirname']
  const body = compileFunction(plainScript(path), names, { filename: path })
  const place = runningPlace(path)
  body(module.exports, requireFrom(path), module, place, dirname(place))
  return module.exports
}

/** Strapi runs what TypeScript compiles into `dist`, and paths in the files count from there. */
function runningPlace(path: string): string {
  if (!path.endsWith('.ts')) return path
  return join(folder, 'dist', path.slice(folder.length).replace(/\.ts$/, '.js'))
}

function plainScript(path: string): string {
  const text = readFileSync(path, 'utf8')
  const isScript = extname(path) !== '.ts' && !/^[ \t]*(import|export)\b/m.test(text)
  return isScript ? text : transform(text, { transforms: ['typescript', 'imports'], filePath: path }).code
}

function requireFrom(path: string): (name: string) => unknown {
  const native = createRequire(path)
  return name => {
    if (/^\.{0,2}\//.test(name)) return load(fileAt(resolve(dirname(path), name)))
    try {
      return native(name)
    } catch (error) {
      const missing = (error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND'
      if (missing && name in STAND_INS) return STAND_INS[name]
      throw error
    }
  }
}

const ENDINGS = ['', '.js', '.ts', '.json', '/index.js', '/index.ts']

function fileAt(path: string): string {
  const found = ENDINGS.map(ending => path + ending).find(file => existsSync(file) && statSync(file).isFile())
  if (found === undefined) throw new Error(`Cannot find ${path}`)
  return found
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

async function answer(file: string): Promise<ConfigReply> {
  try {
    const leftOut: string[] = []
    const value = plain(await run(join(folder, file)), '', leftOut)
    return { file, value, leftOut }
  } catch (error) {
    return { file, problem: error instanceof Error ? error.message.split('\n')[0]! : String(error) }
  }
}

for (const file of files) process.send!(await answer(file))
process.disconnect()
process.exit()
