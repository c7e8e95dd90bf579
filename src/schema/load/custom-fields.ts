/**
 * Custom fields store their value in a base type that only the plugin's code knows. The known plugins are listed here.
 * In a database that has the column already, the column decides (`tables/existing/custom-columns`).
 */
import type { ScalarType } from '../schema.ts'

const BY_PLUGIN: ReadonlyMap<string, ScalarType> = new Map<string, ScalarType>([
  ['ckeditor', 'richtext'],
  ['ckeditor5', 'richtext'],
  ['tinymce', 'richtext'],
  ['color-picker', 'string'],
  ['slug', 'string'],
  ['multi-select', 'json'],
  ['tagsinput', 'json'],
  ['oembed', 'json'],
  ['video-field', 'json'],
])

export interface CustomFieldType {
  readonly type: ScalarType
  /** False: the type is an assumption. */
  readonly known: boolean
}

/** The base type of a custom field: `plugin::tagsinput.tags` is `json`. A field of an unknown plugin is a `string`. */
export function customFieldType(customField: string): CustomFieldType {
  const plugin = /^plugin::([^.]+)\./.exec(customField)?.[1] ?? ''
  const type = BY_PLUGIN.get(plugin)
  return type === undefined ? { type: 'string', known: false } : { type, known: true }
}
