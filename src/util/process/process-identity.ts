/** Which process something belongs to, so that another one can tell later whether it is still running. */
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** `web-1,<boot>,<container>:4711:918273`: where, process id, and when the process began, because ids are used again. */
export function processIdentity(pid = process.pid): string {
  return `${place()}:${pid}:${beginningOf(pid)}`
}

/** `unknown` for a process in another place. */
export function processState(identity: string): 'running' | 'gone' | 'unknown' {
  const [, where, pid] = /^(.*):(\d+):\d*$/.exec(identity) ?? []
  if (where !== place()) return 'unknown'
  return isRunning(Number(pid)) && processIdentity(Number(pid)) === identity ? 'running' : 'gone'
}

/**
 * Process ids mean something only on one machine, until it is started again, and inside one container. Machines and
 * containers may share a host name.
 */
function place(): string {
  const boot = told(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim())
  const container = told(() => readlinkSync('/proc/self/ns/pid').replace(/\D/g, ''))
  return [hostname(), boot, container].join(',')
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** In ticks since the machine was started. */
function beginningOf(pid: number): string {
  return told(() => {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the name of the program, which may contain anything.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  })
}

/** Empty where the system does not tell. */
function told(ask: () => string): string {
  try {
    return ask()
  } catch {
    return ''
  }
}
