/** Keeps a server and its clients on processors of their own, so that the work of clients takes nothing from the server. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

const cores = availableParallelism()
/** Clients have the last one. */
const CLIENTS = String(cores - 1)
const SERVERS = cores === 2 ? '0' : `0-${cores - 2}`

/** Gives a function that moves a server, and the database where that is apart from it, away from this process and those it starts later. */
export function keepClientsApart() {
  if (cores < 2 || !pin(process.pid, CLIENTS))
    return { move: () => {}, note: 'clients share all processors with the server' }
  const move = (server, database) => {
    for (const pid of [server.pid, ...(database === undefined ? [] : treeOf(database.pid))]) pin(pid, SERVERS)
  }
  return { move, note: `clients have one of the ${cores} processors, the server and the database the others` }
}

function pin(pid, list) {
  try {
    execFileSync('taskset', ['-a', '-c', '-p', list, String(pid)], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** A process and its children, as far as Linux tells. */
function treeOf(pid) {
  return [pid, ...readdirSync('/proc').filter(name => /^\d+$/.test(name) && parentOf(name) === pid)]
}

function parentOf(pid) {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    return undefined
  }
}
