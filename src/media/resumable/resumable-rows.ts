/**
 * Uploads that arrive in several requests, kept in a PostgreSQL database between them, so that every server on it can continue
 * what another one began. Each part of the bytes is committed as it arrives.
 */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { PopulusError } from '../../errors.ts'
import { changeAlone } from '../../storage/change-alone.ts'
import type { Database, WriteOptions } from '../../storage/database.ts'
import { type RunFragment, readingFrom, runningIn } from '../../storage/run-fragment.ts'
import { RESUMABLE_UPLOADS_TABLE } from '../../tables/desired/resumable-tables.ts'
import { Lease } from '../../tasks/lease.ts'
import { whileHeld } from '../../tasks/while-held.ts'
import type { Workspaces } from '../upload/workspaces.ts'
import { boundedParts } from './bounded-parts.ts'
import { putTogether } from './put-together.ts'
import {
  checkRoom,
  isUploadId,
  mayPass,
  type NewUpload,
  type ResumableLimits,
  type ResumableStore,
  type ResumableUpload,
  type WholeUpload,
} from './resumable-store.ts'
import { leaseName, toUpload, UploadRows } from './upload-rows.ts'

/** How long others wait for a server that may be finishing an upload, in milliseconds. A client asks for about ten seconds. */
const LEASE_TIME = 5000
const UNLIMITED = { unlimited: true }

export class ResumableRows implements ResumableStore {
  readonly #database: Database
  readonly #workspaces: Workspaces
  readonly #limits: ResumableLimits
  readonly #rows: UploadRows

  /** Finished uploads are put together in a workspace: what a process that dies leaves there is removed at the next start. */
  constructor(database: Database, workspaces: Workspaces, limits: ResumableLimits) {
    this.#database = database
    this.#workspaces = workspaces
    this.#limits = limits
    this.#rows = new UploadRows(database.dialect, limits.lifetime)
  }

  /** One after the other, on all servers. */
  async create(input: NewUpload): Promise<ResumableUpload> {
    await this.sweep()
    return changeAlone(this.#database, RESUMABLE_UPLOADS_TABLE, async run => {
      const unfinished = (await run(this.#rows.current)).map(toUpload).filter(({ result }) => result === undefined)
      checkRoom(this.#limits, unfinished, input)
      const [row] = await run(this.#rows.insert(randomBytes(16).toString('hex'), input))
      return toUpload(row!)
    })
  }

  async find(id: string, owner: string): Promise<ResumableUpload | undefined> {
    if (!isUploadId(id)) return undefined
    const [row] = await this.#read(this.#rows.find(id, owner))
    return row === undefined ? undefined : toUpload(row)
  }

  async offset(upload: ResumableUpload): Promise<number> {
    const { id, size, result } = upload
    if (result !== undefined) return size
    const [row] = await this.#write(run => run(this.#rows.interrupt(id)))
    if (row === undefined) throw new PopulusError('notFound')
    const [arrived, isFinished] = row
    if (isFinished === true || Number(arrived) < size) return Number(arrived)
    return this.#alone(id, async () => {
      if (!(await this.#takeBack(upload))) throw new PopulusError('resumableBusy')
      return size - 1
    })
  }

  async append({ id, size }: ResumableUpload, offset: number, source: Readable): Promise<number> {
    const [row] = await this.#write(run => run(this.#rows.takeTurn(id, offset)))
    if (row === undefined) throw await this.#conflict(id, offset)
    const turn = Number(row[0])
    let position = offset
    for await (const bytes of boundedParts(source, { room: size - offset, size })) {
      const added = await this.#write(run => run(this.#rows.addPart(id, { turn, position, bytes })))
      if (added.length === 0) throw await this.#conflict(id, position)
      position += bytes.length
    }
    return position
  }

  /** Another request has worked on the upload. */
  async #conflict(id: string, given: number): Promise<PopulusError> {
    const [row] = await this.#read(this.#rows.arrived(id))
    if (row === undefined) return new PopulusError('notFound')
    const offset = Number(row[0])
    return offset === given ? new PopulusError('resumableBusy') : new PopulusError('resumableOffset', { offset, given })
  }

  finish(upload: ResumableUpload, work: (whole: WholeUpload) => Promise<string>): Promise<string> {
    return this.#alone(upload.id, async lost => {
      const [row] = await this.#read(this.#rows.arrived(upload.id))
      if (Number(row?.[0]) !== upload.size || row?.[1] === true) throw new PopulusError('resumableBusy')
      try {
        const result = await this.#finish(upload, work, lost)
        // If that fails, the next sweep removes them.
        await this.#write(run => run(this.#rows.removeParts), UNLIMITED).catch(() => undefined)
        return result
      } catch (error) {
        const isOurs = !lost.aborted && !(error instanceof PopulusError && error.key === 'resumableBusy')
        // If that fails, whoever asks next takes the byte back.
        if (isOurs) await this.#afterFailure(upload, error).catch(() => undefined)
        throw error
      }
    })
  }

  async #finish(
    upload: ResumableUpload,
    work: (whole: WholeUpload) => Promise<string>,
    lost: AbortSignal,
  ): Promise<string> {
    const workspace = await this.#workspaces.open()
    try {
      const path = join(workspace.folder, upload.id)
      await putTogether(upload, {
        part: position => this.#read(this.#rows.part(upload.id, position)),
        path,
        signal: lost,
      })
      let isKept = false
      const keep = async (run: RunFragment, result: string) => {
        const kept = await run(this.#rows.keep(upload, result))
        if (kept.length === 0) throw new PopulusError('resumableBusy')
        isKept = true
      }
      const result = await work({ path, keep })
      if (!isKept) await this.#write(run => keep(run, result))
      return result
    } finally {
      await workspace.remove()
    }
  }

  async #afterFailure(upload: ResumableUpload, error: unknown): Promise<void> {
    if (mayPass(error)) await this.#takeBack(upload)
    else await this.#write(run => run(this.#rows.removeUnfinished(upload.id)))
    await this.sweep()
  }

  /** False if the upload is finished or incomplete. */
  #takeBack(upload: ResumableUpload): Promise<boolean> {
    return this.#write(async run => {
      const taken = await run(this.#rows.takeBack(upload))
      if (taken.length === 0) return false
      for (const statement of this.#rows.shortenParts(upload)) await run(statement)
      return true
    })
  }

  giveUp({ id }: Pick<ResumableUpload, 'id'>): Promise<void> {
    return this.#alone(id, async () => {
      await this.#write(run => run(this.#rows.remove(id)))
      await this.sweep()
    })
  }

  async sweep(): Promise<readonly ResumableUpload[]> {
    if ((await this.#read(this.#rows.any)).length === 0) return []
    return this.#write(async run => {
      for (const statement of this.#rows.sweep) await run(statement)
      return (await run(this.#rows.current)).map(toUpload)
    }, UNLIMITED)
  }

  /** Only one server at a time ends an upload. What it commits does not depend on that: see `keep`. */
  async #alone<T>(id: string, work: (lost: AbortSignal) => Promise<T>): Promise<T> {
    const lease = new Lease(this.#database, leaseName(id), LEASE_TIME)
    if (!(await lease.hold())) throw new PopulusError('resumableBusy')
    try {
      return await whileHeld(lease, work)
    } finally {
      await lease.release().catch(() => undefined)
    }
  }

  #read(statement: Parameters<RunFragment>[0]): ReturnType<RunFragment> {
    return readingFrom(this.#database)(statement)
  }

  #write<T>(work: (run: RunFragment) => Promise<T>, options?: WriteOptions): Promise<T> {
    return this.#database.write(transaction => work(runningIn(transaction, this.#database)), options)
  }
}
