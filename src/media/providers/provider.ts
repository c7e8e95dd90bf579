/** Where the bytes of files are kept. One file per provider implements it. */
import type { Readable } from 'node:stream'
import type { JsonObject } from '../../schema/json-value.ts'

export interface MediaProvider {
  /** The value of the column `provider`: `local`, `aws-s3`, `cloudinary` ... */
  readonly name: string
  /** Why nothing can be done with it: a setting is missing, or nobody knows the name. */
  readonly problem?: string
  /**
   * Stores the bytes, and replaces those that have the same name. Fails with `storageFailed` or `storageUnavailable`,
   * and then leaves nothing behind. An error of `body` itself is passed on as it is.
   */
  put(object: MediaObject, body: Readable): Promise<PlacedObject>
  /** Fails with `fileNotFound` if there is no such object. */
  read(object: PlacedRef): Promise<Readable>
  /** A missing object is no error. Also removes what an interrupted `put` of the same name left behind. */
  delete(object: PlacedRef): Promise<void>
  /** The same by the name in `list`. */
  deleteKey(key: string): Promise<void>
  /** The name of an object in `list`; `null` if the object cannot be one of this provider. */
  keyOf(object: PlacedRef): string | null
  /** The folder that an object was uploaded to (`path`), which only its address tells. Absent where there are no folders. */
  pathOf?(object: PlacedRef): string | null
  /** An address that works for a limited time. Only providers that keep files private have this. */
  signedUrl?(object: PlacedRef): Promise<string>
  /** All objects kept. */
  list(): AsyncIterable<StoredObject>
}

/** What is to be stored. */
export interface MediaObject {
  /** The name made by the server, without the extension. */
  readonly hash: string
  /** With its dot; empty if there is none. */
  readonly ext: string
  readonly mime: string
  /** In bytes. */
  readonly size: number
  /** A folder of the provider, as the column `path`. */
  readonly path: string | null
  /** The name that the editor sees. */
  readonly name: string
}

export interface PlacedObject {
  readonly url: string
  readonly providerMetadata: JsonObject | null
  readonly previewUrl?: string | null
}

/** What a row, or a format in a row, says about its object. */
export interface PlacedRef {
  readonly hash: string
  readonly ext: string
  readonly mime: string
  readonly path: string | null
  /** Empty as long as the object has no address, as in the journal of an upload. */
  readonly url: string
  readonly providerMetadata: JsonObject | null
}

export interface StoredObject {
  readonly key: string
  /** In bytes. */
  readonly size: number
}
