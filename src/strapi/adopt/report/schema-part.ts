/** What the schema files of a project contain, and how many entries the database has for it. */
import { StartError } from '../../../errors.ts'
import { BUILT_IN_UIDS } from '../../../schema/built-in/built-in-types.ts'
import type { LoadedSchema } from '../../../schema/load/build-schema.ts'
import { customFieldType } from '../../../schema/load/custom-fields.ts'
import { loadProjectSchema, type ProjectSettings } from '../../../schema/load/load-schema.ts'
import type { ContentType, Model, Schema } from '../../../schema/schema.ts'
import type { ContentSurvey } from '../../../tables/survey/survey-database.ts'
import type { CustomFieldEntry, SchemaPart, TypeEntry } from '../adopt-report.ts'

/** The schema, or why there is none. */
export async function trySchema(settings: ProjectSettings): Promise<LoadedSchema | StartError> {
  try {
    return await loadProjectSchema(settings)
  } catch (error) {
    if (error instanceof StartError) return error
    throw error
  }
}

export function schemaPart(loaded: LoadedSchema | StartError, content: ContentSurvey | undefined): SchemaPart {
  if (loaded instanceof StartError) {
    const problems = loaded.problems.length === 0 ? [loaded.message] : loaded.problems
    return { types: [], components: [], customFields: [], problems, warnings: [] }
  }
  const schema = content?.schema ?? loaded.schema
  return {
    types: [...schema.types.values()].filter(isShown).map(type => typeEntry(type, content)),
    components: [...schema.components.values()].map(({ uid, attributes }) => ({ uid, attributes: attributes.size })),
    customFields: customFields(schema, content !== undefined),
    problems: [],
    // Custom fields have a list of their own.
    warnings: loaded.warnings.filter(line => !/\.customField: the custom field /.test(line)),
  }
}

/** Not what the panel and the server keep for themselves. */
const isShown = ({ uid }: ContentType): boolean => isOfProject(uid) || BUILT_IN.includes(uid)

/** The project's own, and those of its plugins. */
const isOfProject = (uid: string): boolean => !BUILT_IN_UIDS.has(uid)

const BUILT_IN = ['plugin::users-permissions.user', 'plugin::upload.file']

function typeEntry(type: ContentType, content: ContentSurvey | undefined): TypeEntry {
  const rows = content?.rows.get(type.uid)
  return {
    uid: type.uid,
    kind: !isOfProject(type.uid) ? 'built-in' : type.single ? 'single' : 'collection',
    table: type.tableName,
    attributes: [...type.attributes.values()].filter(({ writable }) => writable).length,
    draftAndPublish: type.draftAndPublish,
    localized: type.localized,
    rows:
      rows === undefined ? null : { entries: rows.entries, drafts: rows.drafts ?? null, locales: rows.locales ?? null },
  }
}

/** `isBound`: the schema is that of an opened database, whose columns decide. */
function customFields({ types, components }: Schema, isBound: boolean): readonly CustomFieldEntry[] {
  const models: readonly Model[] = [...types.values(), ...components.values()]
  return models.flatMap(model =>
    [...model.attributes.values()].flatMap(attribute => {
      const { customField: field } = attribute.definition
      if (attribute.kind !== 'scalar' || typeof field !== 'string') return []
      const known = customFieldType(field).known ? 'plugin' : 'assumption'
      const decidedBy = isBound && attribute.column !== null ? 'column' : known
      return [{ place: `${model.uid}, ${attribute.name}`, field, readAs: attribute.type, decidedBy } as const]
    }),
  )
}
