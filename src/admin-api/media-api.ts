/** The media library. */
import type { EntryStatus, FileValue } from './content-api.ts'
import type { Data, Page } from './route-types.ts'

export interface MediaApi {
  readonly 'GET /media': { readonly query: MediaQuery; readonly answer: Page<MediaFile> }
  /** Multipart: `files` (several), `fileInfo` (JSON for each), `folder`. */
  readonly 'POST /media': { readonly answer: Data<readonly MediaFile[]> }
  readonly 'GET /media/:id': { readonly answer: Data<MediaFile> }
  readonly 'PUT /media/:id': { readonly body: MediaFileInput; readonly answer: Data<MediaFile> }
  readonly 'DELETE /media/:id': { readonly answer: Data<MediaFile> }
  /** Multipart: one file. The address stays. */
  readonly 'POST /media/:id/replace': { readonly answer: Data<MediaFile> }
  readonly 'POST /media/:id/crop': {
    readonly body: {
      readonly x: number
      readonly y: number
      readonly width: number
      readonly height: number
      /** True: a new file; else the file is replaced. */
      readonly copy?: boolean
    }
    readonly answer: Data<MediaFile>
  }
  readonly 'PUT /media/:id/focal': { readonly body: FocalPoint | null; readonly answer: Data<MediaFile> }
  readonly 'GET /media/:id/usage': { readonly answer: Data<readonly MediaUsage[]> }
  readonly 'POST /media/bulk': { readonly body: MediaBulkInput; readonly answer: Data<MediaBulkResult> }
  readonly 'GET /folders': { readonly answer: Data<readonly MediaFolder[]> }
  readonly 'POST /folders': {
    readonly body: { readonly name: string; readonly parent?: number | null }
    readonly answer: Data<MediaFolder>
  }
  readonly 'PUT /folders/:id': {
    readonly body: { readonly name?: string; readonly parent?: number | null }
    readonly answer: Data<MediaFolder>
  }
  readonly 'DELETE /folders/:id': { readonly answer: Data<MediaFolder> }
}

export interface MediaQuery {
  /** The id of a folder; `root` for files outside of all folders; absent for all files. */
  readonly folder?: number | 'root'
  readonly _q?: string
  readonly sort?: string
  readonly page?: number
  readonly pageSize?: number
  /** `images`, `videos`, `audios`, `files`. */
  readonly type?: string
  readonly unused?: boolean
}

export interface MediaFile extends FileValue {
  readonly hash: string
  readonly provider: string
  readonly folder: { readonly id: number; readonly name: string } | null
  readonly focalPoint: FocalPoint | null
  readonly createdAt: string
  readonly updatedAt: string
}

export interface MediaFileInput {
  readonly name?: string
  readonly alternativeText?: string | null
  readonly caption?: string | null
  readonly folder?: number | null
}

/** Per cent of the width and the height. */
export interface FocalPoint {
  readonly x: number
  readonly y: number
}

export interface MediaUsage {
  readonly uid: string
  readonly id: number
  readonly title: string
  /** `cover`, `blocks.2.image` */
  readonly path: string
  readonly locale: string | null
  readonly status: EntryStatus
  /** Whether a media field has the file, or its address is part of a text. */
  readonly how: 'relation' | 'text'
}

export interface MediaBulkInput {
  readonly action: 'move' | 'delete'
  readonly files?: readonly number[]
  readonly folders?: readonly number[]
  /** For `move`: the id of the folder; `null` for none. */
  readonly to?: number | null
  readonly dryRun?: boolean
}

export interface MediaBulkResult {
  readonly files: readonly number[]
  readonly folders: readonly number[]
  /** `delete`: what uses the files. */
  readonly usage: readonly (MediaUsage & { readonly file: number })[]
}

export interface MediaFolder {
  readonly id: number
  readonly name: string
  /** `null` at the top. */
  readonly parent: number | null
  /** How many files and folders are directly inside. */
  readonly files: number
  readonly folders: number
}
