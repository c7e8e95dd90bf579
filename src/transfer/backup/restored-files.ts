/**
 * The files of a restore: unpacked into a folder beside their places, because only files on one disk can be renamed, and
 * moved there at the end. A list of the places lets a later restore clean up after one that was interrupted.
 */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { StartError } from '../../errors.ts'
import { UPLOADS_PATH } from '../../util/project-parts.ts'
import { forgetPlaces, notedPlaces, notePlaces, removeNoted, STAGE } from './interrupted-restore.ts'

export interface RestoredFilesInput {
  readonly folder: string
  /** Only uploads are restored; the project's own files stay. */
  readonly dataOnly: boolean
  readonly force: boolean
}

export class RestoredFiles {
  readonly #input: RestoredFilesInput
  /** Where the files belong. The uploads of an existing project may be a disk of their own. */
  readonly #place: string
  readonly #stage: string
  #isNewFolder = false
  readonly #moved: (readonly [string, string])[] = []

  constructor(input: RestoredFilesInput) {
    this.#input = input
    this.#place = input.dataOnly ? join(input.folder, UPLOADS_PATH) : input.folder
    this.#stage = join(this.#place, STAGE)
  }

  /** Where the restore keeps what is not in its place yet, and its notes. */
  get stage(): string {
    return this.#stage
  }

  /** True after a restore that was interrupted when all files were in their places. */
  get arePlaced(): boolean {
    return notedPlaces(this.#stage)?.every(([unpacked]) => !existsSync(unpacked)) ?? false
  }

  /** Where the project is unpacked to. */
  get project(): string {
    return join(this.#stage, 'project')
  }

  /** Throws StartError if something is in the way. Changes nothing, except after an interrupted restore. */
  check(): void {
    const { dataOnly, force } = this.#input
    const place = this.#place
    this.#cleanUpBefore()
    const found = existsSync(place) ? readdirSync(place).filter(name => !dataOnly || !name.startsWith('.')) : []
    if (found.length === 0 || force) return
    throw new StartError(`The folder ${place} is not empty`, [
      ...(dataOnly
        ? []
        : ['with --data-only, an existing project gets the database and the uploads, and keeps its files']),
      'with --force, what is in the way is moved to a folder .before-restore-<time>',
      'nothing was changed',
    ])
  }

  prepare(): void {
    this.#isNewFolder = !existsSync(this.#input.folder)
    rmSync(this.#stage, { recursive: true, force: true })
    mkdirSync(this.project, { recursive: true })
  }

  place(): void {
    const from = this.#input.dataOnly ? join(this.project, UPLOADS_PATH) : this.project
    const names = existsSync(from) ? readdirSync(from) : []
    const aside = join(this.#place, `.before-restore-${new Date().toISOString().replace(/[:.]/g, '-')}`)
    const moves = names.map(name => [join(from, name), join(this.#place, name)] as const)
    notePlaces(this.#stage, moves)
    for (const [unpacked, target] of moves) {
      if (existsSync(target)) this.#move(target, join(aside, basename(target)))
      this.#move(unpacked, target)
    }
  }

  finish(): void {
    removeNoted(this.#stage)
    forgetPlaces(this.#stage)
  }

  undo(): void {
    for (const [from, to] of this.#moved.reverse()) renameSync(to, from)
    rmSync(this.#isNewFolder ? this.#input.folder : this.#stage, { recursive: true, force: true })
  }

  #move(from: string, to: string): void {
    mkdirSync(dirname(to), { recursive: true })
    renameSync(from, to)
    this.#moved.push([from, to])
  }

  /** What an interrupted restore has placed is incomplete. What it had not placed yet is still unpacked. */
  #cleanUpBefore(): void {
    for (const [unpacked, target] of notedPlaces(this.#stage) ?? [])
      if (!existsSync(unpacked)) rmSync(target, { recursive: true, force: true })
    removeNoted(this.#stage)
    rmSync(this.#stage, { recursive: true, force: true })
  }
}
