/**
 * Processors for those who are measured. On a small machine, clients that are busy take time from the server, and a rate says as much about
 * them as about it.
 */
import { execFileSync } from 'node:child_process'
import { cpus } from 'node:os'

/**
 * From now on, this process and what it starts share all processors but the first. Gives what moves a server to that one, and what to say
 * about it; `null` where there is one processor only, or no `taskset`.
 */
export function keepServerApart() {
  const count = cpus().length
  const others = count === 2 ? '1' : `1-${count - 1}`
  if (count < 2 || !pin(process.pid, others)) return null
  return {
    /** For processes that run already. */
    share: ({ pid }) => pin(pid, others),
    giveServer: ({ pid }) => pin(pid, '0'),
    note: 'the server has a processor of its own; the clients, and the database if it is a process, share the other ones',
  }
}

/** All threads; what the process starts later gets the same. */
function pin(pid, list) {
  try {
    execFileSync('taskset', ['-a', '-c', '-p', list, String(pid)], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
