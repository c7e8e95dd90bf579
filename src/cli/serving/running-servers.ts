/**
 * Which servers of a project are running, and with which database: one small file for each, in the project's private
 * folder. Passwords are never part of it.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Config, DatabaseConfig } from '../../config/config.ts'
import { severalHosts, singleHosts } from '../../util/postgres-hosts.ts'
import { processIdentity, processState } from '../../util/process-identity.ts'

export interface RunningServer {
  readonly pid: number
  readonly database: DatabaseConfig
}

interface Note extends RunningServer {
  readonly process: string
}

/** Below the folder for the SQLite file: that of a Strapi project, or ours. Neither is part of a repository. */
function placesIn(folder: string): readonly string[] {
  return ['.tmp', '.data'].map(name => join(folder, name, 'servers'))
}

function placeOf(folder: string): string {
  return placesIn(folder).find(place => existsSync(dirname(place))) ?? join(folder, '.data', 'servers')
}

/**
 * Returns a function that remembers the database of this process, until the process ends. A folder that cannot be written to
 * is no problem.
 */
export function serverMemory(): (config: Pick<Config, 'folder' | 'database'>) => void {
  let isRemembered = false
  return ({ folder, database }) => {
    if (database.client === 'sqlite' && database.filename === ':memory:') return
    const place = placeOf(folder)
    const file = join(place, `${process.pid}.json`)
    const note: Note = { process: processIdentity(), pid: process.pid, database: withoutPassword(database) }
    try {
      mkdirSync(place, { recursive: true, mode: 0o700 })
      writeFileSync(file, `${JSON.stringify(note)}\n`, { mode: 0o600 })
    } catch {
      return
    }
    if (!isRemembered) process.once('exit', () => rmSync(file, { force: true }))
    isRemembered = true
  }
}

/** Servers on other machines that share the folder are not known. */
export function runningServers(folder: string): readonly RunningServer[] {
  return placesIn(folder)
    .flatMap(filesIn)
    .flatMap(file => {
      const note = read(file)
      if (note === undefined) return []
      const state = processState(note.process)
      if (state === 'gone') rmSync(file, { force: true })
      return state === 'running' ? [{ pid: note.pid, database: note.database }] : []
    })
}

function filesIn(place: string): readonly string[] {
  try {
    return readdirSync(place)
      .filter(name => /^\d+\.json$/.test(name))
      .map(name => join(place, name))
  } catch {
    return []
  }
}

/** `undefined` for a file that is being written or was removed. */
function read(file: string): Note | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Note
  } catch {
    return undefined
  }
}

function withoutPassword(database: DatabaseConfig): DatabaseConfig {
  if (database.client === 'sqlite') return database
  const { listenUrl, ...rest } = database
  return { ...rest, url: changePassword(rest.url, '') }
}

export function changePassword(url: string, password: string): string {
  const hosts = singleHosts(url).map(host => {
    const changed = new URL(host)
    changed.password = password
    changed.searchParams.delete('password')
    return changed.href
  })
  return severalHosts(hosts)
}
