/** Files on their way to the library. They go on while the person is on other pages of the panel. */
import type { MediaFile } from '../../../../../src/admin-api/media-api.ts'
import { type FileInput, sendFile } from './send-file.ts'

export type UploadState = 'waiting' | 'sending' | 'done' | 'failed'

export interface Upload extends FileInput {
  readonly id: number
  readonly state: UploadState
  /** 0 to 1. All bytes may be there while the server still makes the small pictures. */
  readonly part: number
  readonly error: unknown
  readonly stored: MediaFile | null
}

/** More at once would not be faster, only harder to follow. */
const AT_ONCE = 2
/** From this size on, an upload can be resumed. */
const LARGE = 20 * 1024 * 1024

let uploads: readonly Upload[] = []
let lastId = 0
const listeners = new Set<() => void>()
const stops = new Map<number, AbortController>()
const finished = new Set<(file: MediaFile) => void>()

/** For `useSyncExternalStore`. */
export const uploadQueue = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  get: () => uploads,
  /** Calls back for every file that has arrived. */
  onStored: (listener: (file: MediaFile) => void) => {
    finished.add(listener)
    return () => finished.delete(listener)
  },
}

export function addUploads(inputs: readonly FileInput[]): void {
  const added = inputs.map(input => {
    lastId += 1
    return { ...input, id: lastId, state: 'waiting', part: 0, error: null, stored: null } as const
  })
  set([...uploads, ...added])
  next()
}

export function retryUpload(id: number): void {
  change(id, { state: 'waiting', error: null })
  next()
}

export function cancelUpload(id: number): void {
  stops.get(id)?.abort()
  set(uploads.filter(upload => upload.id !== id))
  next()
}

/** Removes what is done from the list. */
export function clearUploads(): void {
  set(uploads.filter(({ state }) => state === 'waiting' || state === 'sending'))
}

function next(): void {
  const sending = uploads.filter(({ state }) => state === 'sending').length
  for (const upload of uploads.filter(({ state }) => state === 'waiting').slice(0, AT_ONCE - sending)) run(upload)
}

async function run(upload: Upload): Promise<void> {
  const stop = new AbortController()
  stops.set(upload.id, stop)
  change(upload.id, { state: 'sending', part: 0 })
  const options = { signal: stop.signal, onProgress: (part: number) => change(upload.id, { part }) }
  try {
    const stored = await send(upload, options)
    change(upload.id, { state: 'done', part: 1, stored })
    for (const listener of finished) listener(stored)
  } catch (error) {
    if (!stop.signal.aborted) change(upload.id, { state: 'failed', error })
  } finally {
    stops.delete(upload.id)
    next()
  }
}

async function send(upload: Upload, options: Parameters<typeof sendFile>[1]): Promise<MediaFile> {
  if (upload.file.size < LARGE) return sendFile(upload, options)
  const { sendResumable } = await import('./send-resumable.ts')
  return sendResumable(upload, options)
}

function change(id: number, changed: Partial<Upload>): void {
  set(uploads.map(upload => (upload.id === id ? { ...upload, ...changed } : upload)))
}

function set(list: readonly Upload[]): void {
  uploads = list
  const isBusy = list.some(({ state }) => state === 'waiting' || state === 'sending')
  if (isBusy) addEventListener('beforeunload', askBeforeLeaving)
  else removeEventListener('beforeunload', askBeforeLeaving)
  for (const listener of listeners) listener()
}

function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault()
}
