/** The content types whose slugs are filled: the settings of the plugin, checked against the schema. */
import type { Config } from '../../../config/config.ts'
import { type ContentType, isScalar, type Schema } from '../../../schema/schema.ts'

/** The options of the plugin. */
export type Slugify = NonNullable<Config['adopt']['slugify']>

export interface SlugModel {
  readonly type: ContentType
  readonly field: string
  readonly references: readonly string[]
}

export interface SlugModels {
  /** By singular name, as addresses have it. */
  readonly byName: ReadonlyMap<string, SlugModel>
  readonly byUid: ReadonlyMap<string, SlugModel>
  /** The types that are left out, one line each. The plugin leaves them out, too. */
  readonly report: readonly string[]
}

export function slugModels({ contentTypes }: Slugify, { types }: Schema): SlugModels {
  const report: string[] = []
  const found = Object.entries(contentTypes).flatMap(([name, { field, references }]): readonly SlugModel[] => {
    const named = [...types.values()].filter(type => type.singularName === name && !type.uid.startsWith('admin::'))
    if (named.length === 0) report.push(`slugify: there is no content type "${name}"`)
    return named.flatMap(type => {
      const model = { type, field, references: [references].flat() }
      const wrong = [field, ...model.references].filter(attribute => !hasText(type, attribute))
      for (const attribute of wrong)
        report.push(
          `slugify: the slugs of ${type.uid} are not filled: it has no field "${attribute}" with plain values`,
        )
      return wrong.length === 0 ? [model] : []
    })
  })
  return {
    byName: new Map(found.map(model => [model.type.singularName, model])),
    byUid: new Map(found.map(model => [model.type.uid, model])),
    report,
  }
}

function hasText({ attributes }: ContentType, name: string): boolean {
  const attribute = attributes.get(name)
  return isScalar(attribute) && attribute.type !== 'json' && attribute.type !== 'password'
}
