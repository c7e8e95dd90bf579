/** Runs code of a project's owner in a process of its own: it may end the process, keep it alive or never return. */
import { fork } from 'node:child_process'
import { createRequire } from 'node:module'
import type { Environment } from '../config/sources/read-dotenv.ts'

export interface ApartInput {
  /** Its name in package.json. The built file, even when the sources run directly: a new process cannot run TypeScript. */
  readonly program: '#config-process' | '#code-process'
  /** The argument of the program, as JSON. */
  readonly request: { readonly folder: string }
  readonly env: Environment
  /** After these it is ended. */
  readonly seconds: number
}

export interface Apart<Message> {
  /** What the program has sent. */
  readonly messages: readonly Message[]
  readonly slow: boolean
}

export function runApart<Message>({ program, request, env, seconds }: ApartInput): Promise<Apart<Message>> {
  return new Promise(resolve => {
    const messages: Message[] = []
    let slow = false
    const child = fork(createRequire(import.meta.url).resolve(program), [JSON.stringify(request)], {
      cwd: request.folder,
      env: { ...env },
      execArgv: [],
      serialization: 'advanced',
      // What the code prints is not part of what a command promises to print.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    const timer = setTimeout(() => {
      slow = true
      child.kill('SIGKILL')
    }, seconds * 1000)
    const end = () => {
      clearTimeout(timer)
      resolve({ messages, slow })
    }
    child.on('message', message => messages.push(message as Message))
    child.once('error', end)
    child.once('exit', end)
  })
}
