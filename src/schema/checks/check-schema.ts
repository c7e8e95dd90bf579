/** Refuses schema files that the server cannot use, with one line for each problem. */
import type { SchemaDraft } from '../load/model-draft.ts'
import { SchemaError, type SchemaReport } from '../load/schema-report.ts'
import { checkAttributes } from './check-attributes.ts'
import { checkColumns } from './check-columns.ts'
import { checkComponents } from './check-components.ts'
import { checkContext } from './check-context.ts'
import { checkNames } from './check-names.ts'
import { checkOptions } from './check-options.ts'
import { checkRelations } from './check-relations.ts'
import { checkSearch } from './check-search.ts'
import { checkTables } from './check-tables.ts'

const CHECKS = [
  checkNames,
  checkOptions,
  checkAttributes,
  checkRelations,
  checkComponents,
  checkColumns,
  checkTables,
  checkSearch,
]

/** Adds its findings to the report. Throws SchemaError with all problems if there are any. */
export function checkSchema(draft: SchemaDraft, report: SchemaReport): void {
  const context = checkContext(draft, report)
  for (const check of CHECKS) check(context)
  const { findings, advice } = report
  if (findings.length > 0) throw new SchemaError(findings, advice)
}
