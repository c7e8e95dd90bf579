/** The input of every schema check. */
import { type ModelDraft, modelsInOrder, type SchemaDraft } from '../load/model-draft.ts'
import type { Place, SchemaReport } from '../load/schema-report.ts'

export interface CheckContext {
  readonly draft: SchemaDraft
  readonly models: readonly ModelDraft[]
  readonly byUid: ReadonlyMap<string, ModelDraft>
  readonly report: SchemaReport
}

export function checkContext(draft: SchemaDraft, report: SchemaReport): CheckContext {
  const models = modelsInOrder(draft)
  return { draft, models, byUid: new Map(models.map(model => [model.uid, model])), report }
}

/** The place of an attribute, or of one of its keys. */
export function attributePlace(model: ModelDraft, name: string, ...keys: (string | number)[]): Place {
  return { file: model.file, path: ['attributes', name, ...keys] }
}
