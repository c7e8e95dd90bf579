/** Starts a program of the system, and ends it after the test file. What it said is printed if it ends before, unless it was killed by the test. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cleanUp } from '../support/clean-up.ts'

/** Servers are often in a folder that is not in the path of a user. */
export const PROGRAMS = `${process.env.PATH}:/usr/sbin`

export function startProgram(words: readonly string[], env: Readonly<Record<string, string>> = {}): ChildProcess {
  const child = spawn(words[0]!, words.slice(1), {
    env: { PATH: PROGRAMS, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', chunk => {
      said = (said + chunk).slice(-4000)
    })
  let isEnding = false
  child.once('exit', code => {
    if (!isEnding && !child.killed) console.error(`${words.join(' ')} ended with ${code}:\n${said}`)
  })
  cleanUp(async () => {
    isEnding = true
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGINT')
    await ended
  })
  return child
}
