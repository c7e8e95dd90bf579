/** A file as it arrived: in a temporary place, with what the client says about it. */

export interface ReceivedFile {
  /** The name of the form's field. */
  readonly field: string
  /** The name that the client gave it. Never used as a path. */
  readonly name: string
  /** The type that the client claims. */
  readonly mime: string
  /** Where its bytes are. */
  readonly path: string
  /** In bytes. */
  readonly size: number
}

/** What editors say about a file. */
export interface FileInfo {
  readonly name?: string | null | undefined
  readonly alternativeText?: string | null | undefined
  readonly caption?: string | null | undefined
}
