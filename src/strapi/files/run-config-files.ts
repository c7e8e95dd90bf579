/** Runs the `config` files of a Strapi project in a process of its own and returns what they export. */
import { fork } from 'node:child_process'
import { createRequire } from 'node:module'
import type { Environment } from '../../config/sources/read-dotenv.ts'

export interface ConfigRequest {
  readonly folder: string
  /** Paths below the folder. */
  readonly files: readonly string[]
}

export type ConfigReply =
  | {
      readonly file: string
      readonly value: unknown
      /** Paths of values that are not plain data. */
      readonly leftOut: readonly string[]
    }
  | { readonly file: string; readonly problem: string }

/** The built file, even when the sources run directly: a new process cannot run TypeScript. */
const PROGRAM = createRequire(import.meta.url).resolve('#config-process')

/** Files that wait for something that never comes must not keep the server from starting. */
const SECONDS = 20

/** One reply for each file, in order. A file that ends the process, or does not return, has a problem. */
export function runConfigFiles(request: ConfigRequest, env: Environment): Promise<readonly ConfigReply[]> {
  if (request.files.length === 0) return Promise.resolve([])
  return new Promise(resolve => {
    const replies = new Map<string, ConfigReply>()
    let slow = false
    const child = fork(PROGRAM, [JSON.stringify(request)], {
      cwd: request.folder,
      env: { ...env, NODE_ENV: env.NODE_ENV || 'development' },
      execArgv: [],
      serialization: 'advanced',
      // What the files print is not part of what a command promises to print.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    const timer = setTimeout(() => {
      slow = true
      child.kill('SIGKILL')
    }, SECONDS * 1000)
    const end = () => {
      clearTimeout(timer)
      const problem = slow ? `it did not return within ${SECONDS} seconds` : 'it ended the process that ran it'
      resolve(request.files.map(file => replies.get(file) ?? { file, problem }))
    }
    child.on('message', reply => {
      replies.set((reply as ConfigReply).file, reply as ConfigReply)
    })
    child.once('error', end)
    child.once('exit', end)
  })
}
