/** The messages between a server process and the processes that look inside its files. */
import type { ErrorKey } from '../../errors.ts'
import type { ImageFile, ImageWishes, ProcessedImage, TransformWish } from '../images/image-values.ts'
import type { ClaimedType, DetectedType, TypeLists } from '../types/type-values.ts'

/** What a process must know before its first file. */
export interface FileProcessOptions {
  /** Images with more pixels are refused before they are decoded. */
  readonly pixels: number
  /** A file that takes the process beyond this many bytes is refused, and the process ends. */
  readonly memory: number
}

/** What each kind of work needs and brings. */
export interface FileWorks {
  readonly accept: {
    readonly input: { readonly source: string; readonly claimed: ClaimedType; readonly lists: TypeLists }
    readonly output: DetectedType
  }
  readonly detect: {
    readonly input: { readonly source: string; readonly claimed: ClaimedType }
    readonly output: DetectedType
  }
  readonly process: {
    readonly input: { readonly source: string; readonly folder: string; readonly wishes: ImageWishes }
    readonly output: ProcessedImage
  }
  readonly transform: {
    readonly input: { readonly source: string; readonly target: string; readonly wish: TransformWish }
    readonly output: ImageFile
  }
}

export type WorkKind = keyof FileWorks
export type WorkResult = FileWorks[WorkKind]['output']
export type FileTask = { [K in WorkKind]: { readonly kind: K } & FileWorks[K]['input'] }[WorkKind]

/** Work that decodes an image, which takes long and runs a few at a time. The rest takes milliseconds. */
export const isImageWork = ({ kind }: FileTask): boolean => kind === 'process' || kind === 'transform'

export interface FileProblem {
  readonly key: ErrorKey
  readonly data?: Readonly<Record<string, string | number>>
  readonly hint?: string | undefined
  /** For the log. */
  readonly reason?: string | undefined
}

/** A process says once that it has started. Then each task gets one answer. */
export interface FileReply {
  readonly kind: 'ready' | 'answer'
  readonly result?: WorkResult | undefined
  readonly problem?: FileProblem | undefined
  /** Bytes that the process holds after the task. */
  readonly memory?: number | undefined
}
