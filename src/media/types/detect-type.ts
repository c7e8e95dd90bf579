/** The type of a file by its content. What the client says counts only where the content agrees. */
import { fileTypeFromFile } from 'file-type'
import { isDecoded } from '../images/image-formats.ts'

/** What the client says about a file. */
export interface ClaimedType {
  readonly name: string
  readonly mime: string
}

export interface DetectedType {
  readonly mime: string
  /** The extension under which the file is stored, with its dot; empty if there is none. */
  readonly ext: string
  /** It is an image whose dimensions can be read. */
  readonly image: boolean
  /** A browser could run it, or nobody knows what it is. It is only ever offered for download. */
  readonly hostile: boolean
}

const UNKNOWN: DetectedType = { mime: 'application/octet-stream', ext: '.bin', image: false, hostile: true }

export async function detectType(path: string, _claimed: ClaimedType): Promise<DetectedType> {
  const found = await fileTypeFromFile(path)
  if (found === undefined) return UNKNOWN
  return { mime: found.mime, ext: `.${found.ext}`, image: isDecoded(found.mime), hostile: false }
}
