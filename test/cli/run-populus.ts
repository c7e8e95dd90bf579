/** Runs the built command line as a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '../support/databases.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const BINARY = join(ROOT, 'dist', 'cli', 'main.js')

export interface Finished {
  readonly code: number | null
  readonly out: string
  readonly error: string
}

export interface Running {
  readonly process: ChildProcess
  readonly finished: Promise<Finished>
  /** Everything printed so far. */
  readonly out: () => string
  readonly error: () => string
}

/** Nothing of the environment of the tests reaches the process. */
export function startPopulus(
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
  entry: readonly string[] = [],
): Running {
  return startBinary(BINARY, words, env, entry)
}

/** Another build than that of this checkout. `entry`: words of a command that runs it. */
export function startBinary(
  binary: string,
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
  entry: readonly string[] = [],
): Running {
  if (!existsSync(binary)) throw new Error('Build first: node scripts/build-server.mjs')
  const [program, ...rest] = [...entry, process.execPath, binary, ...words]
  const child = spawn(program!, rest, {
    env: { PATH: process.env.PATH, LOG_LEVEL: 'error', ...env },
  })
  const printed = { out: '', error: '' }
  child.stdout.on('data', chunk => {
    printed.out += chunk
  })
  child.stderr.on('data', chunk => {
    printed.error += chunk
  })
  const finished = once(child, 'close').then(([code]) => ({ code: code as number | null, ...printed }))
  return { process: child, finished, out: () => printed.out, error: () => printed.error }
}

/** With something on its standard input. */
export function feedPopulus(input: string, ...words: string[]): Promise<Finished> {
  const { process, finished } = startPopulus(words)
  process.stdin?.end(input)
  return finished
}

export function runPopulus(...words: string[]): Promise<Finished> {
  return startPopulus(words).finished
}

/** A copy of the example project without its database. */
export async function copyOfBlog(): Promise<string> {
  const folder = join(temporaryFolder(), 'blog')
  await cp(join(ROOT, 'examples', 'blog'), folder, { recursive: true })
  for (const made of ['.data', '.env']) await rm(join(folder, made), { recursive: true, force: true })
  return folder
}

/** The address of a server, once it has said so. */
export async function addressOf({ out, finished }: Running): Promise<string> {
  const ended = finished.then(({ code, error }) => Promise.reject(new Error(`exited with ${code}: ${error}`)))
  const ready = (async () => {
    for (;;) {
      const [, address] = /^Populus is ready at (\S+)$/m.exec(out()) ?? []
      if (address !== undefined) return address
      await new Promise(resolve => setTimeout(resolve, 20))
    }
  })()
  return Promise.race([ready, ended])
}
