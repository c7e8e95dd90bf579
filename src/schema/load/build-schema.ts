/** Turns parsed schema files into the frozen Schema. Pure: the loader and the small schemas of tests both use it. */

import { checkSchema } from '../checks/check-schema.ts'
import type { Attribute, Component, ContentType, Schema } from '../schema.ts'
import { readSearch } from '../search/read-search.ts'
import { type BuildContext, buildAttribute } from './build-attribute.ts'
import { allAttributes, type ComponentDraft, type ModelDraft, modelsInOrder, type TypeDraft } from './model-draft.ts'
import { readDrafts } from './read-drafts.ts'
import { resolveLinks } from './resolve-links.ts'
import type { PluginType, SchemaFiles } from './schema-files.ts'
import { SchemaReport } from './schema-report.ts'

export interface SchemaOptions {
  /** Attributes that are private in every model, system attributes included (setting `api.responses.privateAttributes`). */
  readonly privateAttributes?: readonly string[]
  /** The files belong to a Strapi project: mistakes that Strapi does not mind are warnings. */
  readonly adopted?: boolean
  /** Content types that come from code. */
  readonly pluginTypes?: readonly PluginType[]
}

export interface LoadedSchema {
  readonly schema: Schema
  /** Oddities of the files that do not prevent a start, one line each. */
  readonly warnings: readonly string[]
}

/**
 * The content model of a set of schema files, with the built-in types added. Throws a StartError that lists every problem.
 *
 * ```ts
 * const { schema } = buildSchema({
 *   'src/api/tag/content-types/tag/schema.json': {
 *     info: { singularName: 'tag', pluralName: 'tags' },
 *     collectionName: 'tags',
 *     attributes: { name: { type: 'string' } },
 *   },
 * })
 * ```
 *
 * `report` may already contain findings of the loader.
 */
export function buildSchema(
  files: SchemaFiles,
  options: SchemaOptions = {},
  report = new SchemaReport(options),
): LoadedSchema {
  const draft = readDrafts(files, report, options.pluginTypes)
  checkSchema(draft, report)
  const context: BuildContext = {
    byUid: new Map(modelsInOrder(draft).map(model => [model.uid, model])),
    links: resolveLinks(draft),
    privateAttributes: options.privateAttributes ?? [],
  }
  const types = [...draft.types, ...draft.builtIn].map(type => buildType(type, context))
  const components = draft.components.map(component => buildComponent(component, context))
  const schema = Object.freeze({ types: byUid(types), components: byUid(components) })
  return Object.freeze({ schema, warnings: Object.freeze([...report.warnings, ...report.advice]) })
}

function byUid<T extends { readonly uid: string }>(models: readonly T[]): ReadonlyMap<string, T> {
  return new Map(models.map(model => [model.uid, model]))
}

function buildType(type: TypeDraft, context: BuildContext): ContentType {
  return Object.freeze({
    kind: 'type',
    ...modelParts(type, context),
    single: type.single,
    pluralName: type.pluralName,
    draftAndPublish: type.draftAndPublish,
    localized: type.localized,
    populateCreatorFields: type.populateCreatorFields,
    userDefined: type.userDefined,
    search: readSearch(type, context.byUid),
  })
}

function buildComponent(component: ComponentDraft, context: BuildContext): Component {
  return Object.freeze({ kind: 'component', ...modelParts(component, context), category: component.category })
}

function modelParts(model: ModelDraft, context: BuildContext) {
  const { uid, tableName, singularName, displayName, source } = model
  const attributes = new Map<string, Attribute>()
  for (const [name, definition] of allAttributes(model)) {
    attributes.set(name, buildAttribute({ model, name, definition }, context))
  }
  return { uid, table: tableName, tableName, singularName, displayName, attributes, source }
}
