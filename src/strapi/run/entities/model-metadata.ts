/** What `event.model` and `strapi.db.metadata` show of a model. */
import { findModel } from '../strapi-models.ts'
import type { StrapiModels } from '../strapi-types.ts'

export interface ModelMetadata {
  readonly uid: string
  readonly singularName: string
  readonly tableName: string
  readonly attributes: Readonly<Record<string, unknown>>
}

const known = new WeakMap<StrapiModels, Map<string, ModelMetadata>>()

export function modelMetadata(models: StrapiModels, uid: string): ModelMetadata {
  const found = known.get(models) ?? new Map<string, ModelMetadata>()
  known.set(models, found)
  const before = found.get(uid)
  if (before !== undefined) return before
  const model = findModel(models, uid)
  if (model === undefined) throw new Error(`Model ${uid} not found`)
  const { attributes, collectionName, modelName } = model
  const made = {
    uid,
    singularName: modelName,
    tableName: collectionName,
    attributes: { id: { type: 'increments' }, ...attributes },
  }
  found.set(uid, made)
  return made
}
