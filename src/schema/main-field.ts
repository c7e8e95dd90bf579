/** The attribute that stands for an entry in lists, where nobody has chosen another: the first short text. */
import type { Model } from './schema.ts'

/** `null` if a model has no short text. */
export function mainField({ kind, attributes }: Pick<Model, 'kind' | 'attributes'>): string | null {
  for (const attribute of attributes.values()) {
    const isText = attribute.kind === 'scalar' && attribute.type === 'string'
    if (isText && !(kind === 'type' && attribute.name === 'locale')) return attribute.name
  }
  return null
}
