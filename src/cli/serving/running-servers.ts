/**
 * Which servers of a project are running, and with which database: one small file for each, in the project's private
 * folder, and beside a SQLite file that is elsewhere. Passwords are never part of it.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Config, DatabaseConfig } from '../../config/config.ts'
import { beside } from '../../storage/sqlite/own-filename.ts'
import { severalHosts, singleHosts } from '../../util/postgres-hosts.ts'
import { processIdentity, processState } from '../../util/process/process-identity.ts'

export interface RunningServer {
  readonly pid: number
  readonly database: DatabaseConfig
  /** Where it answers requests. */
  readonly address?: string
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
export function serverMemory(): (config: Pick<Config, 'folder' | 'database'>, address: string) => void {
  const remembered = new Set<string>()
  return ({ folder, database }, address) => {
    if (isInMemory(database)) return
    const note: Note = { process: processIdentity(), pid: process.pid, database: withoutPassword(database), address }
    for (const place of [placeOf(folder), ...placesBeside(folder, database)]) {
      const file = join(place, `${process.pid}.json`)
      if (!write(file, note) || remembered.has(file)) continue
      remembered.add(file)
      process.once('exit', () => remove(file))
    }
  }
}

function isInMemory(database: DatabaseConfig): boolean {
  return database.client === 'sqlite' && database.filename === ':memory:'
}

/** The project's own folder is enough for a file in it. Another project may have the same file. */
function placesBeside(folder: string, database: DatabaseConfig): readonly string[] {
  if (database.client !== 'sqlite' || dirname(placeOf(folder)) === dirname(database.filename)) return []
  return [beside(database.filename, 'servers')]
}

function write(file: string, note: Note): boolean {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    writeFileSync(file, `${JSON.stringify(note)}\n`, { mode: 0o600 })
    return true
  } catch {
    remove(file)
    return false
  }
}

/** A file that cannot be removed is passed over: its process is gone. */
function remove(file: string): void {
  try {
    rmSync(file, { force: true })
  } catch {}
}

/** Servers on other machines that share the folder are not known. */
export function runningServers(folder: string): readonly RunningServer[] {
  return runningIn(placesIn(folder))
}

/** The servers of any project that serve a SQLite file, except this process. */
export function serversOnFile(folder: string, filename: string): readonly RunningServer[] {
  const places = [...placesIn(folder), join(dirname(filename), 'servers'), beside(filename, 'servers')]
  const found = runningIn([...new Set(places)]).filter(
    ({ pid, database }) =>
      pid !== process.pid && database.client === 'sqlite' && realPath(database.filename) === realPath(filename),
  )
  return [...new Map(found.map(server => [server.pid, server])).values()]
}

function realPath(file: string): string {
  try {
    return realpathSync(file)
  } catch {
    return file
  }
}

function runningIn(places: readonly string[]): readonly RunningServer[] {
  return places.flatMap(filesIn).flatMap(file => {
    const note = read(file)
    if (note === undefined) return []
    const { process: identity, ...server } = note
    const state = processState(identity)
    if (state === 'gone') remove(file)
    return state === 'running' ? [server] : []
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
  const { listenUrl, replicas, ...rest } = database
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
