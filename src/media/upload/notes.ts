/** What the journal needs to know about unfinished work, to undo it or to finish it. */
import type { FileValues } from '../files/file-values.ts'
import type { MediaObject, PlacedRef } from '../providers/provider.ts'

export type Note = ObjectsNote | FileNote

/** A note about files that have a row. No other work on them begins as long as it is there. */
export type FileNote = DeleteNote | ReplaceNote | MoveNote

/** The objects of new files. They stay if their file has a row, and are deleted otherwise. */
export interface ObjectsNote {
  readonly kind: 'objects'
  readonly provider: string
  readonly files: readonly NotedFile[]
}

export interface NotedFile {
  readonly hash: string
  readonly objects: readonly PlacedRef[]
}

/** Files are deleted. Their objects go once their rows have gone. */
export interface DeleteNote {
  readonly kind: 'delete'
  readonly files: readonly DeletedFile[]
}

export interface DeletedFile extends NotedFile {
  readonly id: number
  readonly provider: string
}

/** The values by which a row shows whether it already describes the new content. */
export type ContentFacts = Pick<FileValues, 'mime' | 'size' | 'width' | 'height' | 'formats'>

/** The content of a file is replaced. */
export interface ReplaceNote {
  readonly kind: 'replace'
  readonly provider: string
  readonly fileId: number
  /** Copies of the old objects. If the row still describes them, they are put back. */
  readonly backups: readonly { readonly object: MediaObject; readonly path: string }[]
  /** New objects that the old row did not have. Deleted if the replacement is undone. */
  readonly added: readonly PlacedRef[]
  /** Old objects that the new row does not have. Deleted once the row describes the new content. */
  readonly obsolete: readonly PlacedRef[]
  readonly after: ContentFacts | null
}

/** There is nothing to undo. */
export function nothingReplaced(provider: string, fileId: number): ReplaceNote {
  return { kind: 'replace', provider, fileId, backups: [], added: [], obsolete: [], after: null }
}

/** A file goes to another storage. Its row decides which objects stay: the old ones, or the copies. */
export interface MoveNote {
  readonly kind: 'move'
  /** Where the file was. */
  readonly provider: string
  readonly to: string
  readonly fileId: number
  readonly objects: readonly PlacedRef[]
  readonly copies: readonly PlacedRef[]
  /** The old objects stay in any case. */
  readonly keep: boolean
}

/** The files that nobody else may change. */
export function heldFiles(note: Note): readonly number[] {
  switch (note.kind) {
    case 'objects':
      return []
    case 'delete':
      return note.files.map(({ id }) => id)
    case 'replace':
    case 'move':
      return [note.fileId]
    default:
      return note satisfies never
  }
}

/** All objects that may not have a row at the moment. */
export function notedObjects(note: Note): readonly { readonly provider: string; readonly object: PlacedRef }[] {
  const inside = (provider: string, objects: readonly PlacedRef[]) => objects.map(object => ({ provider, object }))
  switch (note.kind) {
    case 'objects':
      return inside(
        note.provider,
        note.files.flatMap(file => file.objects),
      )
    case 'delete':
      return note.files.flatMap(({ provider, objects }) => inside(provider, objects))
    case 'replace':
      return inside(note.provider, [...note.added, ...note.obsolete])
    case 'move':
      return [...inside(note.provider, note.objects), ...inside(note.to, note.copies)]
    default:
      return note satisfies never
  }
}
