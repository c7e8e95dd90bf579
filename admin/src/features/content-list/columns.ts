/** The columns of a list: which ones, what they are called, and by what they are sorted. */

import type { AttributeInfo, AttributeTypeName, TypeInfo } from '../../../../src/admin-api/schema-api.ts'
import type { ViewConfiguration } from '../../../../src/admin-api/view-api.ts'
import { fieldLabel } from '../../api/field-label.ts'
import { ownPart } from '../own/entry.ts'

export interface Column {
  readonly name: string
  readonly label: string
  readonly type: AttributeTypeName | 'id'
  /** What `sort` calls it; absent if the list cannot be sorted by it. */
  readonly sortBy?: string
  /** Of an attribute for which the project may have a cell of its own. */
  readonly own?: AttributeInfo
}

const UNSORTED: readonly AttributeTypeName[] = [
  'json',
  'array',
  'blocks',
  'component',
  'dynamiczone',
  'media',
  'password',
]
const UNSHOWN: readonly AttributeTypeName[] = ['password', 'dynamiczone']

/** Columns by name. Until the stored view has arrived, attributes have their own names. */
export function columnsOf(names: readonly string[], type: TypeInfo, view: ViewConfiguration | undefined) {
  return names.flatMap(name => columnOf(name, type, view) ?? [])
}

/** All that a list of the type can show. */
export function availableColumns(type: TypeInfo, view: ViewConfiguration | undefined): readonly Column[] {
  const names = Object.entries(type.attributes).flatMap(([name, attribute]) =>
    UNSHOWN.includes(attribute.type) ? [] : [name],
  )
  return columnsOf(['id', ...names], type, view)
}

function columnOf(name: string, { attributes }: TypeInfo, view: ViewConfiguration | undefined): Column | undefined {
  const metadata = view?.metadatas[name]?.list
  const label = fieldLabel(name, metadata?.label)
  if (name === 'id') return { name, label, type: 'id', sortBy: 'id' }
  const attribute = attributes[name]
  if (attribute === undefined) return undefined
  const sortBy = metadata?.sortable === false ? undefined : sortOf(name, attribute, metadata?.mainField)
  return {
    ...{ name, label, type: attribute.type },
    ...(sortBy === undefined ? {} : { sortBy }),
    ...(ownPart(attribute) === undefined ? {} : { own: attribute }),
  }
}

function sortOf(name: string, { type, multiple }: AttributeInfo, mainField = 'id'): string | undefined {
  if (UNSORTED.includes(type)) return undefined
  if (type !== 'relation') return name
  return multiple ? undefined : `${name}.${mainField}`
}
