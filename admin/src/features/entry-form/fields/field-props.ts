import type { AttributeInfo, TypeInfo } from '../../../../../src/admin-api/schema-api.ts'

/** One attribute at one place of the entry. */
export interface FieldPlace {
  /** `blocks.quote-3.text` */
  readonly path: string
  readonly name: string
  readonly attribute: AttributeInfo
  /** The uid of the type or of the component that has the attribute. */
  readonly owner: string
  readonly label: string
  readonly hint?: string | undefined
  readonly placeholder?: string | undefined
  readonly disabled: boolean
}

/** Whether all translations of an entry have the same value there. */
export function isShared({ attributes }: TypeInfo, { path }: FieldPlace): boolean {
  return !attributes[path.split('.', 1)[0]!]!.localized
}
