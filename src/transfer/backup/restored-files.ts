/**
 * The files of a restore: unpacked into a folder inside the project, and moved to their places at the end. A list of the
 * places lets a later restore clean up after one that was interrupted.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StartError } from '../../errors.ts'

export const UPLOADS = join('public', 'uploads')
const STAGE = '.populus-restore'
const LIST = 'placed.json'

export interface RestoredFilesInput {
  readonly folder: string
  /** Only uploads are restored; the project's own files stay. */
  readonly dataOnly: boolean
  readonly force: boolean
}

export class RestoredFiles {
  readonly #input: RestoredFilesInput
  readonly #stage: string
  #isNewFolder = false
  readonly #moved: (readonly [string, string])[] = []

  constructor(input: RestoredFilesInput) {
    this.#input = input
    this.#stage = join(input.folder, STAGE)
  }

  /** Where the project is unpacked to. */
  get project(): string {
    return join(this.#stage, 'project')
  }

  /** Throws StartError if something is in the way. Changes nothing, except after an interrupted restore. */
  check(): void {
    const { folder, dataOnly, force } = this.#input
    this.#cleanUpBefore()
    const place = dataOnly ? join(folder, UPLOADS) : folder
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
    const { folder, dataOnly } = this.#input
    const inner = dataOnly ? UPLOADS : ''
    const from = join(this.project, inner)
    const names = existsSync(from) ? readdirSync(from) : []
    const aside = join(folder, `.before-restore-${new Date().toISOString().replace(/[:.]/g, '-')}`)
    writeFileSync(join(this.#stage, LIST), JSON.stringify(names.map(name => join(inner, name))))
    for (const name of names) {
      const target = join(folder, inner, name)
      if (existsSync(target)) this.#move(target, join(aside, inner, name))
      this.#move(join(from, name), target)
    }
  }

  finish(): void {
    rmSync(this.#stage, { recursive: true, force: true })
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

  /** What an interrupted restore has placed is incomplete. It had replaced nothing, or moved it aside. */
  #cleanUpBefore(): void {
    const list = join(this.#stage, LIST)
    if (existsSync(list))
      for (const path of JSON.parse(readFileSync(list, 'utf8')) as readonly string[])
        rmSync(join(this.#input.folder, path), { recursive: true, force: true })
    rmSync(this.#stage, { recursive: true, force: true })
  }
}
