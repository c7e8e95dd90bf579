/** Reads the settings in a Strapi v4 project's `config/api` file. It parses the file and never runs it. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Environment } from '../sources/read-dotenv.ts'
import { NotLiteralError } from './literal-value.ts'
import { parseLiteralModule } from './parse-literal-module.ts'

export interface StrapiApi {
  /** By the names of `ApiConfig`; values are as written in the file, unchecked. */
  readonly api: Readonly<Record<string, unknown>>
  readonly warnings: readonly string[]
}

/** Our setting -> its path in Strapi's file. */
const PLACES: Readonly<Record<string, readonly string[]>> = {
  prefix: ['rest', 'prefix'],
  defaultLimit: ['rest', 'defaultLimit'],
  maxLimit: ['rest', 'maxLimit'],
  withCount: ['rest', 'withCount'],
  privateAttributes: ['responses', 'privateAttributes'],
}

/** `config/api`, overridden by `config/env/<NODE_ENV>/api`, as in Strapi. */
export async function readStrapiApi(folder: string, env: Environment): Promise<StrapiApi> {
  const places = ['config', join('config', 'env', env.NODE_ENV || 'development')]
  const found = await Promise.all(places.map(place => readOne(folder, join(place, 'api'), env)))
  return {
    api: Object.assign({}, ...found.map(({ api }) => api)),
    warnings: found.flatMap(({ warnings }) => warnings),
  }
}

async function readOne(folder: string, path: string, env: Environment): Promise<StrapiApi> {
  for (const ending of ['.js', '.ts']) {
    const text = await readFile(join(folder, path + ending), 'utf8').catch(() => undefined)
    if (text !== undefined) return understand(text, path + ending, env)
  }
  return { api: {}, warnings: [] }
}

function understand(text: string, path: string, env: Environment): StrapiApi {
  try {
    const exported = parseLiteralModule(text, env)
    const values = Object.entries(PLACES).map(([name, place]) => [name, valueAt(exported, place)] as const)
    return { api: Object.fromEntries(values.filter(([, found]) => found !== undefined)), warnings: [] }
  } catch (error) {
    if (!(error instanceof NotLiteralError)) throw error
    const warning = `${path} cannot be evaluated (${error.message}); put its settings into populus.config.json under "api"`
    return { api: {}, warnings: [warning] }
  }
}

function valueAt(value: unknown, place: readonly string[]): unknown {
  return place.reduce<unknown>(
    (inner, name) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, name) : undefined),
    value,
  )
}
