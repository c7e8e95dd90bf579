/** The content types and components in the form in which Strapi shows them to a project's code. */
import type { Model, Schema } from '../../schema/schema.ts'
import { kebabCase } from '../../schema/snake-case.ts'
import { ownMember } from './own-member.ts'
import type { StrapiModel, StrapiModels } from './strapi-types.ts'

export function strapiModels({ types, components }: Schema): StrapiModels {
  // A copy: code that changes a frozen object does so without an error unless it is in strict mode.
  return structuredClone({
    contentTypes: Object.fromEntries([...types].map(([uid, type]) => [uid, strapiModel(type)])),
    components: Object.fromEntries([...components].map(([uid, component]) => [uid, strapiModel(component)])),
  })
}

/** A content type or component. */
export function findModel({ contentTypes, components }: StrapiModels, uid: string): StrapiModel | undefined {
  return ownMember(contentTypes, uid) ?? ownMember(components, uid)
}

/** The model that the code changes. Tables and answers follow the schema files, so that the change has no effect. */
export async function changedModel(models: StrapiModels, run: () => unknown): Promise<string | undefined> {
  const before = textOfEach(models)
  await run()
  return [...textOfEach(models)].find(([uid, text]) => before.get(uid) !== text)?.[0]
}

function textOfEach({ contentTypes, components }: StrapiModels): ReadonlyMap<string, string> {
  const all = [...Object.entries(contentTypes), ...Object.entries(components)]
  return new Map(all.map(([uid, model]) => [uid, JSON.stringify(model)]))
}

function strapiModel(model: Model): StrapiModel {
  const { info = {}, options = {}, pluginOptions = {} } = model.source as Partial<StrapiModel>
  const common = {
    uid: model.uid,
    modelName: model.singularName,
    collectionName: model.tableName,
    info: { displayName: model.displayName, ...info },
    options,
    pluginOptions,
    attributes: Object.fromEntries([...model.attributes].map(([name, { definition }]) => [name, definition])),
  }
  if (model.kind === 'component') {
    const globalId = pascalCase(`component_${model.uid}`)
    return { ...common, modelType: 'component', category: model.category, globalId }
  }
  const [, kind = '', owner = ''] = /^(\w+)::(?:([^.]+)\.)?/.exec(model.uid) ?? []
  return {
    ...common,
    info: { singularName: model.singularName, pluralName: model.pluralName, ...common.info },
    modelType: 'contentType',
    kind: model.single ? 'singleType' : 'collectionType',
    ...(kind === 'api' ? { apiName: owner } : { plugin: kind === 'admin' ? 'admin' : owner }),
    globalId: pascalCase(kind === 'api' ? model.singularName : `${owner || 'admin'}-${model.singularName}`),
  }
}

/** `component_shared.seo` gives `ComponentSharedSeo`. */
function pascalCase(text: string): string {
  return kebabCase(text)
    .split('-')
    .map(word => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
}
