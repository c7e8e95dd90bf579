/** Every server pays for the packages that it loads at its start, in time and memory. The others are loaded when they are needed. */
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const SERVER = fileURLToPath(new URL('../../dist/app.js', import.meta.url))
const IMPORT = /^(?:import|export)?[^;'"]*?(?:from |import )"([^"]+)";$/gm

/** The packages that a built file imports, itself or through other files. Not what it imports while it runs. */
async function packagesOf(file: string, seen = new Set<string>()): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  if (seen.has(file)) return found
  seen.add(file)
  for (const [, name = ''] of (await readFile(file, 'utf8')).matchAll(IMPORT)) {
    if (name.startsWith('.')) for (const each of await packagesOf(join(dirname(file), name), seen)) found.add(each)
    else if (!name.startsWith('node:')) found.add(name)
  }
  return found
}

test('a server loads these packages at its start, and no others', async () => {
  expect([...(await packagesOf(SERVER))].sort()).toEqual([
    '@fastify/cors',
    '@fastify/static',
    '@node-rs/bcrypt',
    '@sindresorhus/slugify',
    'aws4fetch',
    // It also locks files.
    'better-sqlite3',
    'busboy',
    'fastify',
    'jose',
    'light-my-request',
    'lru-cache',
    'qs',
    'zod',
  ])
})
