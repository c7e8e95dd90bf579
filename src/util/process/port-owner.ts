/** Which program listens on a port of this machine, as far as the system tells. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** The state of a listening socket in Linux' tables. */
const LISTENING = '0A'

/** `process 4711 (nginx)`; `undefined` where the system does not tell. */
export function portOwner(port: number): string | undefined {
  const inodes = new Set(['/proc/net/tcp', '/proc/net/tcp6'].flatMap(file => listeningOn(port, file)))
  if (inodes.size === 0) return undefined
  const pid = namesIn('/proc').find(name => /^\d+$/.test(name) && holdsOne(name, inodes))
  return pid === undefined
    ? undefined
    : `process ${pid} (${told(() => readFileSync(`/proc/${pid}/comm`, 'utf8').trim())})`
}

/** Lines `sl local_address rem_address st … inode`, with addresses as `0100007F:0539`. */
function listeningOn(port: number, file: string): readonly string[] {
  const hex = port.toString(16).toUpperCase().padStart(4, '0')
  return told(() => readFileSync(file, 'utf8'))
    .split('\n')
    .map(line => line.trim().split(/\s+/))
    .filter(([, local, , state]) => state === LISTENING && local?.endsWith(`:${hex}`))
    .map(columns => columns[9] ?? '')
}

function holdsOne(pid: string, inodes: ReadonlySet<string>): boolean {
  return namesIn(`/proc/${pid}/fd`).some(name => {
    const target = told(() => readlinkSync(`/proc/${pid}/fd/${name}`))
    return target.startsWith('socket:[') && inodes.has(target.slice(8, -1))
  })
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** Empty where the system does not tell, such as for processes of other users. */
function told(ask: () => string): string {
  try {
    return ask()
  } catch {
    return ''
  }
}
