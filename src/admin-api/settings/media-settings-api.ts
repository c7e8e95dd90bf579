/** Settings of the media library, and whether its storage works. */
import type { Data } from '../route-types.ts'

export interface MediaSettingsApi {
  readonly 'GET /settings/media': { readonly answer: Data<MediaSettings> }
  /** What is not named stays. Holds for files that are uploaded from then on. */
  readonly 'PUT /settings/media': { readonly body: Partial<ImageSettings>; readonly answer: Data<MediaSettings> }
  /** Stores a small file, reads it back and deletes it. */
  readonly 'POST /settings/media/test': { readonly answer: Data<StorageTrial> }
}

export interface ImageSettings {
  /** Images are encoded again where that makes them smaller. */
  readonly sizeOptimization: boolean
  /** Smaller copies are made of each image, as wide as `breakpoints` says. */
  readonly responsiveDimensions: boolean
  /** Images are turned as their EXIF data says. */
  readonly autoOrientation: boolean
}

export interface MediaSettings extends ImageSettings {
  /** The rest comes from the settings of the server, and is only shown. */
  readonly server: {
    /** `local`, `aws-s3`, `azure`, `cloudinary` ... */
    readonly provider: string
    /** Why nothing can be stored. */
    readonly problem: string | null
    /** The bucket, the container or the cloud; `null` for the folder of the project. */
    readonly place: string | null
    /** Bytes. */
    readonly sizeLimit: number
    /** Pixels, by name. */
    readonly breakpoints: Readonly<Record<string, number>>
    /** In which further formats copies are made. */
    readonly formats: readonly string[]
    /** Types that may be uploaded; all if empty. */
    readonly allow: readonly string[]
    readonly deny: readonly string[]
  }
}

export interface StorageTrial {
  readonly provider: string
  readonly works: boolean
  /** Until one fails. */
  readonly steps: readonly StorageStep[]
}

export interface StorageStep {
  readonly step: 'store' | 'read' | 'delete'
  /** What went wrong; `null` if nothing did. */
  readonly problem: string | null
  /** Milliseconds. */
  readonly duration: number
}
