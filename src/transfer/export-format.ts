/** The lines of an export file: a header, then one entry per line. See `docs/reference/import-export.md`. */
import type { Attribute } from '../schema/schema.ts'

export const FORMAT = 'populus-content'
export const VERSION = 1

/** A model in the file: its attributes with their types, in schema order. */
export interface FileModel {
  readonly uid: string
  readonly attributes: Readonly<Record<string, string>>
}

export interface FileType extends FileModel {
  /** How many entries follow; absent in a file written by hand. */
  readonly entries?: number
}

export interface FileHeader {
  readonly format: typeof FORMAT
  readonly version: typeof VERSION
  readonly types: readonly FileType[]
  readonly components: readonly FileModel[]
}

/** The target of a relation. `order` is the position within the entry that has it, `inverseOrder` within the target. */
export interface Reference {
  readonly type: string
  readonly id: number
  readonly order?: number | null
  readonly inverseOrder?: number | null
  /** `morphToMany` only: the attribute on the other side, if the relation was made from there. */
  readonly field?: string | null
}

/** The name of an attribute's type in the header. */
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
