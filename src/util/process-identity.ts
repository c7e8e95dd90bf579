/** Which process something belongs to, so that another one can tell later whether it is still running. */
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'

/** `web-1:4711:918273`: host, process id, and when the process began (ids are used again). */
export function processIdentity(pid = process.pid): string {
  return `${hostname()}:${pid}:${beginningOf(pid)}`
}

/** `unknown` for a process on another host. */
export function processState(identity: string): 'running' | 'gone' | 'unknown' {
  const [, host, pid] = /^(.*):(\d+):\d*$/.exec(identity) ?? []
  if (host !== hostname()) return 'unknown'
  return isRunning(Number(pid)) && processIdentity(Number(pid)) === identity ? 'running' : 'gone'
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** In ticks since the machine was started; empty where the system does not tell. */
function beginningOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the name of the program, which may contain anything.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}
