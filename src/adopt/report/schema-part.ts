/** What the schema files of a project contain. */
import { StartError } from '../../errors.ts'
import type { LoadedSchema } from '../../schema/load/build-schema.ts'
import { loadProjectSchema, type ProjectSettings } from '../../schema/load/load-schema.ts'
import type { SchemaPart } from '../adopt-report.ts'

/** The schema, or why there is none. */
export async function trySchema(settings: ProjectSettings): Promise<LoadedSchema | StartError> {
  try {
    return await loadProjectSchema(settings)
  } catch (error) {
    if (error instanceof StartError) return error
    throw error
  }
}

export function schemaPart(loaded: LoadedSchema | StartError): SchemaPart {
  if (loaded instanceof StartError) return { types: [], components: [], problems: loaded.problems, warnings: [] }
  const own = [...loaded.schema.types.values()].filter(({ userDefined }) => userDefined)
  return {
    types: own.map(({ uid, single }) => ({ uid, kind: single ? 'single' : 'collection' })),
    components: [...loaded.schema.components.keys()],
    problems: [],
    warnings: loaded.warnings,
  }
}
