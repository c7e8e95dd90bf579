/** What a migration does, one value per step. The plan prints the same steps that are applied. */
import type { ColumnKind } from '../../schema/column-kind.ts'
import type { ColumnDefinition, IndexDefinition } from '../desired/table-definition.ts'
import type { Change } from './diff-tables.ts'
import type { DraftEntries } from './draft-publish.ts'

export interface TypeChange {
  readonly kind: 'change-type'
  readonly table: string
  readonly column: ColumnDefinition
  /** The types in the database's own terms, and the kind of the current one. */
  readonly from: { readonly type: string; readonly kind: ColumnKind }
  readonly to: string
  /** `widen`: the new type has room for all values. `replace`: there are none. `convert`: some may be lost. */
  readonly way: 'widen' | 'replace' | 'convert'
  /** The indexes that the column has, by name, and those of them that it still needs. */
  readonly oldIndexes: readonly string[]
  readonly newIndexes: readonly IndexDefinition[]
}

/** Entries from before their type had drafts. They stay public. */
export interface Publication extends DraftEntries {
  readonly kind: 'publish'
}

export type Step = Change | TypeChange | Publication

/** `added column posts.title`; `null` for what is not worth a line, such as the indexes of a new table. */
export function doneText(step: Step): string | null {
  const text = stepText(step)
  if (text === null) return null
  switch (step.kind) {
    case 'add-table':
    case 'add-column':
    case 'add-index':
      return `added ${text}`
    case 'drop-index':
      return `dropped ${text}, which the schema no longer needs`
    case 'change-type':
      return `changed ${text}`
    case 'publish':
      return `published ${text}`
  }
}

/** The object of the step, for the plan: `column posts.title`. */
export function stepText(step: Step): string | null {
  switch (step.kind) {
    case 'add-table':
      return `table ${step.table.name}`
    case 'add-column':
      return `column ${step.table}.${step.column.name}`
    case 'add-index':
      return step.fresh ? null : `index ${step.index.name}`
    case 'drop-index':
      return `index ${step.name}`
    case 'change-type':
      return `column ${step.table}.${step.column.name} from ${step.from.type} to ${step.to}`
    case 'publish':
      return step.count === 0 ? null : `${step.count} entries of ${step.table}, because their type now has drafts`
  }
}
