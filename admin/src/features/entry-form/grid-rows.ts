import type { AttributeInfo } from '../../../../src/admin-api/schema-api.ts'
import type { FieldMetadata, ViewConfiguration } from '../../../../src/admin-api/view-api.ts'

export interface GridCell {
  readonly name: string
  /** Of 12 columns. */
  readonly size: number
  readonly metadata: FieldMetadata['edit'] | undefined
}

/** Fields that no form has. */
export const SYSTEM = new Set([
  'createdAt',
  'updatedAt',
  'publishedAt',
  'createdBy',
  'updatedBy',
  'locale',
  'localizations',
])

/** The rows of a form as its view stores them. Without a view every attribute has a row. */
export function gridRows(
  attributes: Readonly<Record<string, AttributeInfo>>,
  view: ViewConfiguration | undefined,
): readonly (readonly GridCell[])[] {
  const layout =
    view?.layouts.edit ??
    Object.keys(attributes)
      .filter(name => !SYSTEM.has(name))
      .map(name => [{ name, size: 12 }])
  return layout
    .map(row =>
      row
        .filter(({ name }) => attributes[name] !== undefined && view?.metadatas[name]?.edit.visible !== false)
        .map(({ name, size }) => ({ name, size, metadata: view?.metadatas[name]?.edit })),
    )
    .filter(row => row.length > 0)
}
