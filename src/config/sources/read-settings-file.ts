/** Finds and reads `populus.config.json`, `.js`, `.mjs` or `.ts` in a project folder. */

import { access, readFile, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isRecord } from '../../util/is-record.ts'
import { inferClient } from '../infer-client.ts'
import type { SettingsSource } from '../settings/check-settings.ts'

const NAMES = ['populus.config.json', 'populus.config.js', 'populus.config.mjs', 'populus.config.ts'] as const

/** The file's settings, or why it cannot be read. Without a file there are no settings and no problem. */
export type SettingsFile = { readonly source: SettingsSource } | { readonly problem: string }

export async function readSettingsFile(folder: string): Promise<SettingsFile> {
  const present = await Promise.all(NAMES.map(async name => ((await exists(join(folder, name))) ? [name] : [])))
  const [name, ...others] = present.flat()
  if (name === undefined) return { source: { given: {}, label: path => path } }
  if (others.length > 0) return { problem: `${[name, ...others].join(' and ')} exist together; keep only one of them` }
  try {
    const given = withClient(
      name.endsWith('.json') ? await readJson(join(folder, name)) : await importDefault(join(folder, name)),
    )
    return { source: { given, label: path => (path === '' ? name : `${name}: ${path}`) } }
  } catch (error) {
    return { problem: `${name}: ${explain(error, name)}` }
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

async function readJson(path: string): Promise<unknown> {
  return JSON.parse((await readFile(path, 'utf8')).replace(/^\uFEFF/, ''))
}

/** The default export (or `module.exports`) of a module of the project, read again if the file has changed since. */
async function importDefault(path: string): Promise<unknown> {
  const { mtimeMs } = await stat(path)
  delete createRequire(path).cache[path]
  const module: { default?: unknown } = await import(/* @vite-ignore */ `${pathToFileURL(path).href}?${mtimeMs}`)
  if (module.default === undefined) throw new Error('the settings must be the default export')
  return module.default
}

function withClient(given: unknown): unknown {
  if (!isRecord(given) || !isRecord(given.database)) return given
  return { ...given, database: inferClient(given.database) }
}

function explain(error: unknown, name: string): string {
  const { code, message } = error as NodeJS.ErrnoException
  const noTypeScript = code === 'ERR_UNKNOWN_FILE_EXTENSION' && name.endsWith('.ts')
  if (noTypeScript)
    return `Node ${process.version} cannot import TypeScript; use populus.config.json or .mjs, or Node 22.18 or later`
  return `cannot be read: ${message}`
}
