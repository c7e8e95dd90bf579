/**
 * Uploads that arrive in several requests, kept on disk between them: the bytes in one file, what is known about them in
 * another. They survive a restart, and any process with the same folder can continue them.
 */
import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { PopulusError } from '../../errors.ts'
import { processIdentity, processState } from '../../util/process/process-identity.ts'
import { isOutOfDate } from '../../util/time/moments.ts'
import { noRoom } from '../upload/workspaces.ts'
import { boundedParts } from './bounded-parts.ts'
import {
  checkRoom,
  isUploadId,
  mayPass,
  type NewUpload,
  REMEMBERED,
  type ResumableLimits,
  type ResumableStore,
  type ResumableUpload,
  type WholeUpload,
} from './resumable-store.ts'

const CLAIMED = 'claimed'

export class ResumableFiles implements ResumableStore {
  readonly #folder: string
  readonly #limits: ResumableLimits
  readonly #clock: () => number
  /** Uploads begin one after the other: each counts those before it. */
  #begun: Promise<unknown> = Promise.resolve()

  constructor(folder: string, limits: ResumableLimits, clock: () => number = Date.now) {
    this.#folder = folder
    this.#limits = limits
    this.#clock = clock
  }

  create(input: NewUpload): Promise<ResumableUpload> {
    const upload = this.#begun.then(() => this.#create(input))
    this.#begun = upload.catch(() => undefined)
    return upload
  }

  async #create(input: NewUpload): Promise<ResumableUpload> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    const unfinished = (await this.sweep()).filter(({ result }) => result === undefined)
    checkRoom(this.#limits, unfinished, input)
    const id = randomBytes(16).toString('hex')
    const upload = { ...input, id, expiresAt: this.#clock() + this.#limits.lifetime }
    await writeFile(this.#bytesOf(id), '', { flag: 'wx', mode: 0o600 })
    await this.#note(upload)
    return upload
  }

  async find(id: string, owner: string): Promise<ResumableUpload | undefined> {
    const upload = await this.#read(id)
    return upload?.owner === owner && this.#isCurrent(upload) ? upload : undefined
  }

  async offset(upload: ResumableUpload): Promise<number> {
    const { id, size, result } = upload
    if (result !== undefined) return size
    const found = await stat(this.#bytesOf(id)).catch(() => undefined)
    if (found !== undefined && found.size < size) return found.size
    // Whoever was about to finish it has died, or comes too late for it now.
    const path = found === undefined ? await this.#abandonedClaim(id) : await this.#claim(id)
    await this.#takeBack(path, upload)
    return size - 1
  }

  async #abandonedClaim(id: string): Promise<string> {
    const claim = await this.#claimOf(id)
    if (claim === undefined || processState(claim.process) !== 'gone') throw new PopulusError('resumableBusy')
    return claim.path
  }

  async append({ id, size }: ResumableUpload, offset: number, source: Readable): Promise<number> {
    const file = await open(this.#bytesOf(id), 'r+').catch((error: unknown) => {
      throw isMissing(error) ? new PopulusError('notFound', {}, { cause: error }) : error
    })
    let position = offset
    try {
      for await (const bytes of boundedParts(source, { room: size - offset, size })) {
        await file.write(bytes, 0, bytes.length, position).catch((error: unknown) => {
          throw noRoom(error)
        })
        position += bytes.length
      }
      return position
    } finally {
      await file.close()
    }
  }

  #bytesOf(id: string): string {
    return join(this.#folder, `${id}.bytes`)
  }

  /** Returns where the bytes are from then on. Whoever renames them first has them. */
  async #claim(id: string): Promise<string> {
    const claimed = join(this.#folder, `${id}.${CLAIMED}.${encodeURIComponent(processIdentity())}`)
    await rename(this.#bytesOf(id), claimed).catch(() => {
      throw new PopulusError('resumableBusy')
    })
    return claimed
  }

  /** The file and the note are in two places, so nothing can be kept with the file: it is noted afterwards. */
  async finish(upload: ResumableUpload, work: (whole: WholeUpload) => Promise<string>): Promise<string> {
    const { id, size } = upload
    const claimed = await this.#claim(id)
    if ((await stat(claimed)).size < size) {
      await rename(claimed, this.#bytesOf(id))
      throw new PopulusError('resumableBusy')
    }
    try {
      const result = await work({ path: claimed, keep: async () => undefined })
      const expiresAt = Math.min(upload.expiresAt, this.#clock() + REMEMBERED)
      await this.#note({ ...upload, result, expiresAt })
      await rm(claimed, { force: true })
      return result
    } catch (error) {
      if (mayPass(error) && size > 0) await this.#takeBack(claimed, upload)
      else await this.#remove(id)
      throw error
    }
  }

  async giveUp({ id }: Pick<ResumableUpload, 'id'>): Promise<void> {
    if (!(await this.#discard(id))) throw new PopulusError('resumableBusy')
  }

  /** False for an upload that is being finished: its bytes are in use. Whoever renames the bytes first decides. */
  async #discard(id: string): Promise<boolean> {
    const isOurs = await rename(this.#bytesOf(id), join(this.#folder, `${id}.unwanted`)).then(
      () => true,
      () => false,
    )
    const claim = isOurs ? undefined : await this.#claimOf(id)
    if (claim !== undefined && processState(claim.process) !== 'gone') return false
    await this.#remove(id)
    return true
  }

  async #remove(id: string): Promise<void> {
    for (const name of await this.#filesOf(id)) await rm(join(this.#folder, name), { force: true })
  }

  async sweep(): Promise<readonly ResumableUpload[]> {
    const names = await readdir(this.#folder).catch(() => [])
    const ids = new Set(names.map(name => name.split('.')[0]!))
    const kept: ResumableUpload[] = []
    for (const id of ids) {
      const upload = await this.#read(id)
      if (upload !== undefined && this.#isCurrent(upload)) kept.push(upload)
      else if (upload !== undefined || (await this.#isAbandoned(id))) await this.#discard(id)
    }
    return kept
  }

  #isCurrent({ expiresAt }: ResumableUpload): boolean {
    const { lifetime } = this.#limits
    return expiresAt > this.#clock() && !isOutOfDate(expiresAt - lifetime, lifetime, this.#clock())
  }

  async #takeBack(claimed: string, { id, size }: ResumableUpload): Promise<void> {
    await truncate(claimed, size - 1)
    await rename(claimed, this.#bytesOf(id))
  }

  /** The process that finishes an upload is part of the name of its bytes, so that nobody else can claim them. */
  async #claimOf(id: string): Promise<{ readonly path: string; readonly process: string } | undefined> {
    const name = (await this.#filesOf(id)).find(file => file.startsWith(`${id}.${CLAIMED}.`))
    if (name === undefined) return undefined
    const process = decodeURIComponent(name.slice(`${id}.${CLAIMED}.`.length))
    return { path: join(this.#folder, name), process }
  }

  async #filesOf(id: string): Promise<readonly string[]> {
    const names = await readdir(this.#folder).catch(() => [])
    return names.filter(name => name.startsWith(`${id}.`))
  }

  /** Bytes without a note: a process died in between, or it is just about to write the note. */
  async #isAbandoned(id: string): Promise<boolean> {
    const found = await stat(this.#bytesOf(id)).catch(() => undefined)
    return found === undefined || isOutOfDate(found.mtimeMs, this.#limits.lifetime, this.#clock())
  }

  async #read(id: string): Promise<ResumableUpload | undefined> {
    if (!isUploadId(id)) return undefined
    const text = await readFile(join(this.#folder, `${id}.note`), 'utf8').catch(() => undefined)
    return text === undefined ? undefined : (JSON.parse(text) as ResumableUpload)
  }

  /** Written whole or not at all. */
  async #note(upload: ResumableUpload): Promise<void> {
    const path = join(this.#folder, `${upload.id}.note`)
    const handle = await open(`${path}.new`, 'w', 0o600)
    await handle.writeFile(JSON.stringify(upload)).finally(() => handle.close())
    await rename(`${path}.new`, path)
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
