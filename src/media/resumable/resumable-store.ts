/**
 * Uploads that arrive in several requests, kept on disk between them: the bytes in one file, what is known about them in
 * another. They survive a restart, and any process that serves the project can continue them.
 */
import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { PopulusError } from '../../errors.ts'
import { processIdentity, processState } from '../../util/process/process-identity.ts'
import { isOutOfDate } from '../../util/time/moments.ts'

export interface ResumableLimits {
  /** Largest number of unfinished uploads. */
  readonly uploads: number
  /** Largest number of bytes that they will have together. */
  readonly bytes: number
  /** How long an upload may take, in milliseconds. */
  readonly lifetime: number
}

export interface NewUpload {
  /** Who began it. Nobody else may continue. */
  readonly owner: string
  /** Whose part of the limits it takes. */
  readonly uploader: string
  /** In bytes. */
  readonly size: number
  readonly metadata: Readonly<Record<string, string>>
}

export interface ResumableUpload extends NewUpload {
  readonly id: string
  /** Milliseconds since 1970. */
  readonly expiresAt: number
  /** The answer to the last request, if the upload is finished. */
  readonly result?: string | undefined
}

const CLAIMED = 'claimed'
/** How long the answer to a finished upload can be asked for again, in milliseconds. */
const REMEMBERED = 60 * 60 * 1000

export class ResumableStore {
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

  /** Refuses with `tooManyResumable` beyond the limits, of which nobody has more than half with several uploads. */
  create(input: NewUpload): Promise<ResumableUpload> {
    const upload = this.#begun.then(() => this.#create(input))
    this.#begun = upload.catch(() => undefined)
    return upload
  }

  async #create(input: NewUpload): Promise<ResumableUpload> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    const unfinished = (await this.sweep()).filter(({ result }) => result === undefined)
    const bytes = unfinished.reduce((sum, { size }) => sum + size, input.size)
    const { uploads: most, bytes: room, lifetime } = this.#limits
    if (unfinished.length >= most || bytes > room) throw new PopulusError('tooManyResumable')
    const own = unfinished.filter(({ uploader }) => uploader === input.uploader)
    const ownBytes = own.reduce((sum, { size }) => sum + size, input.size)
    if (own.length > 0 && (own.length >= most / 2 || ownBytes > room / 2)) throw new PopulusError('tooManyResumable')
    const id = randomBytes(16).toString('hex')
    const upload = { ...input, id, expiresAt: this.#clock() + lifetime }
    await writeFile(this.bytesOf(id), '', { flag: 'wx', mode: 0o600 })
    await this.#note(upload)
    return upload
  }

  /** `undefined` if there is no such upload, or somebody else's. */
  async find(id: string, owner: string): Promise<ResumableUpload | undefined> {
    const upload = await this.#read(id)
    return upload?.owner === owner && this.#isCurrent(upload) ? upload : undefined
  }

  /** How many bytes have arrived. Rejects with `resumableBusy` while another request finishes the upload. */
  async offset(upload: ResumableUpload): Promise<number> {
    const { id, size, result } = upload
    if (result !== undefined) return size
    const found = await stat(this.bytesOf(id)).catch(() => undefined)
    if (found !== undefined) return found.size
    const claim = await this.#claimOf(id)
    if (claim === undefined || processState(claim.process) !== 'gone') throw new PopulusError('resumableBusy')
    // The client brings the last byte again, and the work that the dead process began is done by this one.
    await this.#takeBack(claim.path, upload)
    return size - 1
  }

  /** Adds bytes at the end. What arrives before the source breaks off counts; more than the promised size is refused. */
  async append({ id, size }: ResumableUpload, offset: number, source: Readable): Promise<number> {
    let room = size - offset
    const bounded = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        room -= chunk.length
        if (room < 0) done(new PopulusError('resumableTooLong', { size }))
        else done(null, chunk)
      },
    })
    const sink = createWriteStream(this.bytesOf(id), { flags: 'r+', start: offset })
    await pipeline(source, bounded, sink).catch((error: unknown) => {
      throw isMissing(error) ? new PopulusError('notFound', {}, { cause: error }) : error
    })
    return size - room
  }

  /** Where its bytes are. */
  bytesOf(id: string): string {
    return join(this.#folder, `${id}.bytes`)
  }

  /**
   * Runs the work that ends an upload, once, even if several requests bring the last byte. A failure that may pass
   * takes back the last byte, so that the client sends it again and the work is tried again.
   */
  async finish(upload: ResumableUpload, work: (path: string) => Promise<string>): Promise<string> {
    const { id, size } = upload
    const claimed = join(this.#folder, `${id}.${CLAIMED}.${encodeURIComponent(processIdentity())}`)
    await rename(this.bytesOf(id), claimed).catch(() => {
      throw new PopulusError('resumableBusy')
    })
    try {
      const result = await work(claimed)
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

  /** Removes an upload that nobody wants any more. Rejects with `resumableBusy` while a request finishes it. */
  async giveUp({ id }: Pick<ResumableUpload, 'id'>): Promise<void> {
    if (!(await this.#discard(id))) throw new PopulusError('resumableBusy')
  }

  /** False for an upload that is being finished: its bytes are in use. Whoever renames the bytes first decides. */
  async #discard(id: string): Promise<boolean> {
    const isOurs = await rename(this.bytesOf(id), join(this.#folder, `${id}.unwanted`)).then(
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

  /** Removes what has expired. Returns what is left. */
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
    await rename(claimed, this.bytesOf(id))
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
    const found = await stat(this.bytesOf(id)).catch(() => undefined)
    return found === undefined || isOutOfDate(found.mtimeMs, this.#limits.lifetime, this.#clock())
  }

  async #read(id: string): Promise<ResumableUpload | undefined> {
    if (!/^[0-9a-f]{32}$/.test(id)) return undefined
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

/** Errors of the server, and those that ask the client to come back later. */
function mayPass(error: unknown): boolean {
  return !(error instanceof PopulusError) || error.status >= 500 || error.status === 429 || error.status === 499
}
