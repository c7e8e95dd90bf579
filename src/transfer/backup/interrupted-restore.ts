/**
 * What a restore writes down in its folder, so that a server does not start on half of it, and a later restore can clean up after it: the
 * places of the files that it moves, and where it makes its SQLite database.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StartError } from '../../errors.ts'

export const STAGE = '.populus-restore'
const PLACED = 'placed.json'
const DATABASE = 'database.json'

/** From where to where. */
export type Moves = readonly (readonly [string, string])[]

/** Throws StartError: some of the files, or the database, may be missing. */
export function refuseInterruptedRestore(folder: string): void {
  const places = [folder, join(folder, 'public', 'uploads')]
  if (places.some(place => existsSync(join(place, STAGE, PLACED))))
    throw new StartError(`A backup is being restored to the folder ${folder}, or was interrupted`, [
      'wait for it, or run populus restore again',
    ])
}

/** Written before the first file is moved. */
export function notePlaces(stage: string, moves: Moves): void {
  writeFileSync(join(stage, PLACED), JSON.stringify(moves))
}

/** The moves of an interrupted restore; `undefined` if it had not begun to move anything. */
export function notedPlaces(stage: string): Moves | undefined {
  const list = join(stage, PLACED)
  return existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as Moves) : undefined
}

/** From now on the files are not those of an interrupted restore. */
export function forgetPlaces(stage: string): void {
  rmSync(join(stage, PLACED), { force: true })
  rmSync(stage, { recursive: true, force: true })
}

/** Makes a folder, and writes down before which of its parents did not exist. */
export function makeNoted(stage: string, folder: string): void {
  const made: string[] = []
  for (let path = dirname(folder); !existsSync(path); path = dirname(path)) made.push(path)
  writeFileSync(join(stage, DATABASE), JSON.stringify({ folder, made }))
  mkdirSync(folder, { recursive: true })
}

/** Removes that folder, and those parents that have nothing else in them. */
export function removeNoted(stage: string): void {
  const note = join(stage, DATABASE)
  if (!existsSync(note)) return
  const { folder, made } = JSON.parse(readFileSync(note, 'utf8')) as { folder: string; made: readonly string[] }
  rmSync(folder, { recursive: true, force: true })
  for (const path of made) if (existsSync(path) && readdirSync(path).length === 0) rmdirSync(path)
}
