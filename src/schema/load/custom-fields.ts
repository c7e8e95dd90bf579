/**
 * Custom fields store their value in a base type that only the plugin's code knows. The known plugins are listed here;
 * for others, the type is guessed from the name.
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

const SOUNDS_LIKE_JSON = /json|multi|tags|list|table|array|object/i

export interface CustomFieldType {
  readonly type: ScalarType
  /** False: the type is a guess. */
  readonly known: boolean
}

/**
 * The base type of a custom field: `plugin::color-picker.color` is a `string`. A field of an unknown plugin is `json`
 * if its name sounds like a list or an object (`plugin::my-tags.tags`), otherwise a `string`.
 */
export function customFieldType(customField: string): CustomFieldType {
  const plugin = /^plugin::([^.]+)\./.exec(customField)?.[1] ?? ''
  const type = BY_PLUGIN.get(plugin)
  if (type !== undefined) return { type, known: true }
  return { type: SOUNDS_LIKE_JSON.test(customField) ? 'json' : 'string', known: false }
}
