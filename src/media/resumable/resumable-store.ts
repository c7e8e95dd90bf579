/** Uploads that arrive in several requests: what is known about them, and what a store of their bytes can do. */
import type { Readable } from 'node:stream'
import { PopulusError } from '../../errors.ts'
import type { RunFragment } from '../../storage/run-fragment.ts'

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
  /** What the work that ended the upload has returned, if it is finished. */
  readonly result?: string | undefined
}

/** An upload of which every byte has arrived. */
export interface WholeUpload {
  /** Where its bytes are, as long as the work goes on. */
  readonly path: string
  /**
   * Called in the transaction that stores the file, with what the work will return: in a database, one commit then decides about
   * both. Fails if another request has finished the upload.
   */
  keep(run: RunFragment, result: string): Promise<void>
}

export interface ResumableStore {
  /** Refuses with `tooManyResumable` beyond the limits, of which nobody has more than half with several uploads. */
  create(input: NewUpload): Promise<ResumableUpload>
  /** `undefined` if there is no such upload, or somebody else's. */
  find(id: string, owner: string): Promise<ResumableUpload | undefined>
  /**
   * How many bytes have arrived. Rejects with `resumableBusy` while another request finishes the upload. If whoever was about to
   * finish it has died, the last byte does not count: the client brings it again, and the upload is finished then.
   */
  offset(upload: ResumableUpload): Promise<number>
  /**
   * Adds bytes at the end, and returns how many have arrived then. What arrives before the source breaks off counts; more than the
   * promised size is refused.
   */
  append(upload: ResumableUpload, offset: number, source: Readable): Promise<number>
  /**
   * Runs the work that ends an upload, once, even if several requests bring the last byte. A failure that may pass takes back the
   * last byte, so that the client sends it again and the work is tried again.
   */
  finish(upload: ResumableUpload, work: (whole: WholeUpload) => Promise<string>): Promise<string>
  /** Removes an upload that nobody wants any more. Rejects with `resumableBusy` while a request finishes it. */
  giveUp(upload: Pick<ResumableUpload, 'id'>): Promise<void>
  /** Removes what has expired. Returns what is left. */
  sweep(): Promise<readonly ResumableUpload[]>
}

/** How long the result of a finished upload can be asked for again, in milliseconds. */
export const REMEMBERED = 60 * 60 * 1000

/** Throws `tooManyResumable` if the new upload does not fit beside those that are unfinished. */
export function checkRoom(
  { uploads: most, bytes: room }: ResumableLimits,
  unfinished: readonly Pick<NewUpload, 'uploader' | 'size'>[],
  input: NewUpload,
): void {
  const bytesWith = (uploads: typeof unfinished) => uploads.reduce((sum, { size }) => sum + size, input.size)
  const own = unfinished.filter(({ uploader }) => uploader === input.uploader)
  const isFull = unfinished.length >= most || bytesWith(unfinished) > room
  const isOwnFull = own.length > 0 && (own.length >= most / 2 || bytesWith(own) > room / 2)
  if (isFull || isOwnFull) throw new PopulusError('tooManyResumable')
}

export function isUploadId(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text)
}

/** Errors of the server, and those that ask the client to come back later. */
export function mayPass(error: unknown): boolean {
  return !(error instanceof PopulusError) || error.status >= 500 || error.status === 429 || error.status === 499
}
