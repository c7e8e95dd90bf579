/** The lines of an export file: a header, then one entry a line. `docs/reference/import-export.md` describes them. */
import type { Attribute } from '../schema/schema.ts'

export const FORMAT = 'populus-content'
export const VERSION = 1

/** What a model of the file has: its attributes with their types, in the order of the schema. */
export interface FileModel {
  readonly uid: string
  readonly attributes: Readonly<Record<string, string>>
}

export interface FileType extends FileModel {
  /** How many entries follow; absent in a file that somebody wrote by hand. */
  readonly entries?: number
}

export interface FileHeader {
  readonly format: typeof FORMAT
  readonly version: typeof VERSION
  readonly types: readonly FileType[]
  readonly components: readonly FileModel[]
}

/** A stored password: import takes it as it is. A plain text in its place is hashed. */
export interface StoredPassword {
  readonly hash: string
}

/** Where a relation leads. `order` counts within the entry that has it, `inverseOrder` within the one it leads to. */
export interface Reference {
  readonly type: string
  readonly id: number
  readonly order?: number | null
  readonly inverseOrder?: number | null
  /** `morphToMany` only: the attribute on the other side, where the relation was made from there. */
  readonly field?: string | null
}

/** The name of an attribute's type, as the header has it. */
export function typeName(attribute: Attribute): string {
  switch (attribute.kind) {
    case 'scalar':
      return attribute.type
    case 'relation':
      return `relation ${attribute.relation} ${attribute.target}`
    case 'component':
      return `component ${attribute.target}`
    case 'zone':
      return 'dynamiczone'
    case 'media':
    case 'morph':
      return attribute.many ? `${attribute.kind} many` : attribute.kind
  }
}
