/** The fields of files that Strapi does not know. */
import { fileField } from '../../plan/read/resolve-fields.ts'
import type { OWN_FILE_FIELDS } from '../../schema/built-in/own-file-fields.ts'
import type { Model } from '../../schema/schema.ts'
import type { DescribedApi } from './described-api.ts'
import { type JsonSchema, object, orNull, STRING } from './json-schema.ts'

const NUMBER: JsonSchema = { type: 'number' }

const SCHEMAS: Readonly<Record<keyof typeof OWN_FILE_FIELDS, JsonSchema>> = {
  placeholder: orNull(object({ blur: STRING, color: STRING }, ['blur', 'color'])),
  focalPoint: orNull(object({ x: NUMBER, y: NUMBER }, ['x', 'y'])),
}

/** By name; none if the model is no file, or the caller may not see them. */
export function ownFields(api: DescribedApi, model: Model): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(Object.entries(SCHEMAS).filter(([name]) => fileField(model, name, api) !== undefined))
}
