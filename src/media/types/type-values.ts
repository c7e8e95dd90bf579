/** What is said about the type of a file: by the client, by its content, and by the settings. */

/** What the client says about a file. */
export interface ClaimedType {
  readonly name: string
  readonly mime: string
}

export interface DetectedType {
  readonly mime: string
  /** The extension under which the file is stored, with its dot. */
  readonly ext: string
  /** It is an image whose dimensions can be read. */
  readonly image: boolean
  /** A browser could run it, or nobody knows what it is. It is only ever offered for download. */
  readonly hostile: boolean
}

export interface TypeLists {
  /** Types such as `image/png`, `image/*` or `.csv`. Empty: all. */
  readonly allow: readonly string[]
  /** Wins over `allow`. */
  readonly deny: readonly string[]
}
