/**
 * What the `config` files of a Strapi v4 project say. They are code that calls `env()`, so they are run as Strapi runs
 * them, in a process of their own. A file that cannot be run, for example because the project's modules are not
 * installed, is read without running it as far as it has plain values.
 */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Environment } from '../../config/sources/read-dotenv.ts'
import { NotLiteralError } from './literal-value.ts'
import { mergeConfig } from './merge-config.ts'
import { type ConfigReply, runConfigFiles } from './run-config-files.ts'

const CONFIG_NAMES = ['database', 'server', 'api', 'plugins', 'middlewares', 'admin'] as const

export type ConfigName = (typeof CONFIG_NAMES)[number]

/** One of the settings files, with what overrides it in the current environment. */
export interface StrapiFile {
  /** `undefined` if none of it can be read. */
  readonly value: unknown
  /** The file that says it: the one of the current environment, if there is one. */
  readonly file: string
  /** Why it cannot be read. */
  readonly problem?: string | undefined
  /** Paths of values that are not plain data, such as functions. */
  readonly leftOut?: readonly string[]
  /** It could not be run, so that it may say more. */
  readonly isPartial?: boolean
}

export interface StrapiConfig {
  readonly files: Readonly<Partial<Record<ConfigName, StrapiFile>>>
  readonly warnings: readonly string[]
}

const ENDINGS = ['.js', '.ts', '.json']

/** `config/<name>`, overridden by `config/env/<NODE_ENV>/<name>`. */
export async function readStrapiConfig(folder: string, env: Environment): Promise<StrapiConfig> {
  const places = ['config', `config/env/${env.NODE_ENV || 'development'}`]
  const found = CONFIG_NAMES.flatMap(name =>
    places.flatMap(place => {
      const file = ENDINGS.map(ending => `${place}/${name}${ending}`).find(path => existsSync(join(folder, path)))
      return file === undefined ? [] : [{ name, file }]
    }),
  )
  const replies = await runConfigFiles({ folder, files: found.map(({ file }) => file) }, env)
  const files: Partial<Record<ConfigName, StrapiFile>> = {}
  const warnings: string[] = []
  for (const [index, { name, file }] of found.entries()) {
    const read = await understand(folder, name, replies[index]!, env)
    warnings.push(...read.warnings)
    const below = files[name]
    files[name] = {
      value: below === undefined ? read.value : mergeConfig(below.value, read.value),
      file,
      problem: below?.problem ?? read.problem,
      leftOut: [...(below?.leftOut ?? []), ...(read.leftOut ?? [])],
      ...(below?.isPartial || 'problem' in replies[index]! ? { isPartial: true } : {}),
    }
  }
  return { files, warnings }
}

interface ReadFile {
  readonly value?: unknown
  readonly problem?: string
  readonly leftOut?: readonly string[]
  readonly warnings: readonly string[]
}

async function understand(folder: string, name: ConfigName, reply: ConfigReply, env: Environment): Promise<ReadFile> {
  const { file } = reply
  if (!('problem' in reply)) {
    const relevant = reply.leftOut.filter(path => MATTERS.test(`${name}.${path}`))
    return {
      value: reply.value,
      leftOut: reply.leftOut,
      warnings: relevant.map(path => `${file}: ${path} is not a plain value and is ignored`),
    }
  }
  try {
    const { value, leftOut } = await literalsOf(await plainText(join(folder, file)), name, env)
    const missing = leftOut.map(problem => `${file}: ${problem}; put the setting into populus.config.json`)
    return { value, warnings: [`${file} cannot be run (${reply.problem}); only its plain values are used`, ...missing] }
  } catch (error) {
    if (!(error instanceof NotLiteralError)) throw error
    const warning = `${file} cannot be run (${reply.problem}); put its settings into populus.config.json`
    return { problem: reply.problem, warnings: [warning] }
  }
}

/** The settings that we would use. A function in any other place changes nothing here. */
const MATTERS =
  /^(database\.connection|server\.(host|port|url)|api\.(rest|responses)|admin\.(apiToken|auth)|plugins\.(upload|email|users-permissions|slugify)\.config|middlewares\.\[\d+\]\.config\.(origin|jsonLimit))/

const PLUGINS = [
  'upload',
  'email',
  'users-permissions',
  'transformer',
  'slugify',
  'config-sync',
  'strapi-plugin-populate-deep',
]

interface Literals {
  readonly value: unknown
  readonly leftOut: readonly string[]
}

/** The parser takes 1 MB, and most files can be run. */
async function literalsOf(text: string, name: ConfigName, env: Environment): Promise<Literals> {
  const { parseLiteralMember, parseLiteralModule } = await import('./parse-literal-module.ts')
  if (name === 'database') return { value: parseLiteralModule(text, env), leftOut: [] }
  if (name !== 'plugins') return parseLiteralMember(text, [], env)
  const members = PLUGINS.map(plugin => ({ plugin, ...parseLiteralMember(text, [plugin, 'config'], env) }))
  return {
    value: Object.fromEntries(
      members.flatMap(({ plugin, value }) => (value === undefined ? [] : [[plugin, { config: value }]])),
    ),
    leftOut: members.flatMap(({ leftOut }) => leftOut),
  }
}

async function plainText(path: string): Promise<string> {
  const text = await readFile(path, 'utf8')
  if (!path.endsWith('.ts')) return text
  const { transform } = await import('sucrase')
  try {
    return transform(text, { transforms: ['typescript'], disableESTransforms: true }).code
  } catch (error) {
    throw new NotLiteralError((error as Error).message)
  }
}
