/** Loads the code of a project in a process of its own, to know which files run. */
import { fork } from 'node:child_process'
import { createRequire } from 'node:module'
import type { Environment } from '../../../config/sources/read-dotenv.ts'
import type { CodePart } from '../adopt-report.ts'

export interface CodeRequest {
  readonly folder: string
  /** As on the command line. */
  readonly database: string | undefined
}

/** The built file, even when the sources run directly: a new process cannot run TypeScript. */
const PROGRAM = createRequire(import.meta.url).resolve('#code-process')

const SECONDS = 60

/** `undefined` if the code ends the process, or does not return. */
export function tryCode(request: CodeRequest, env: Environment): Promise<CodePart | undefined> {
  return new Promise(resolve => {
    const child = fork(PROGRAM, [JSON.stringify(request)], {
      cwd: request.folder,
      env: { ...env },
      execArgv: [],
      // What the code prints is not part of the report.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    const timer = setTimeout(() => child.kill('SIGKILL'), SECONDS * 1000)
    let received: CodePart | undefined
    child.on('message', message => {
      received = message as CodePart
    })
    const end = () => {
      clearTimeout(timer)
      resolve(received)
    }
    child.once('error', end)
    child.once('exit', end)
  })
}
