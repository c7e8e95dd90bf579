import type { SchemaInfo, TypeInfo } from '../../../../../src/admin-api/schema-api.ts'

/** What conditions are about. */
export interface FilterContext {
  readonly type: TypeInfo
  readonly schema: SchemaInfo
  /** What the columns of the type are called. */
  readonly labels: Readonly<Record<string, string>>
}
