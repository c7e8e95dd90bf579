/** What the parts of a document are built from: the schema as one caller sees it. */
import { type Access, type FieldUse, writableFields } from '../../plan/access.ts'
import { mayPreview } from '../../plan/read/conditions/visible-rows.ts'
import { isVisible } from '../../plan/visibility.ts'
import type { WireDialect } from '../../plan/wire-dialect.ts'
import { isWritable } from '../../plan/write/model-rule.ts'
import type { Attribute, ContentType, Model, Schema } from '../../schema/schema.ts'
import { nameOf } from '../model-names.ts'
import type { JsonSchema } from './json-schema.ts'
import { SchemaBook } from './schema-book.ts'

export interface DescribedApi {
  readonly schema: Schema
  readonly access: Access
  readonly dialect: WireDialect
  readonly book: SchemaBook
}

export function describedApi(schema: Schema, access: Access, dialect: WireDialect): DescribedApi {
  return Object.freeze({ schema, access, dialect, book: new SchemaBook() })
}

/** The attributes that exist for the caller. */
export function visibleAttributes(model: Model, api: DescribedApi, use: FieldUse = 'read'): readonly Attribute[] {
  return [...model.attributes.values()].filter(attribute => isVisible(model, attribute, api, use))
}

/** Translations are linked by the server. */
export function writableAttributes(model: Model, { access }: DescribedApi): readonly Attribute[] {
  const fields = writableFields(access, model.uid)
  return [...model.attributes.values()].filter(
    attribute => isWritable(attribute) && attribute.name !== 'localizations' && (fields?.has(attribute.name) ?? true),
  )
}

/** Whether the caller may meet drafts of a type, which may lack what published entries have. */
export function showsDrafts(type: ContentType, api: DescribedApi): boolean {
  return type.draftAndPublish && mayPreview(type, api)
}

/** `ArticleFilters`: the schema of one aspect of a model. */
export function modelSchema(api: DescribedApi, model: Model, aspect: string, build: () => JsonSchema): JsonSchema {
  return api.book.refer(`${nameOf(model)}${aspect}`, `${model.uid} ${aspect}`, build)
}

/** A schema that belongs to no model. */
export function sharedSchema(api: DescribedApi, name: string, build: () => JsonSchema): JsonSchema {
  return api.book.refer(name, ` ${name}`, build)
}
