/** Refuses schema files that the server cannot use, with one line for each problem. */
import { StartError } from '../../errors.ts'
import type { SchemaDraft } from '../load/model-draft.ts'
import type { SchemaReport } from '../load/schema-report.ts'
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

/** Adds its findings to the report. Throws StartError with all problems if there are any. */
export function checkSchema(draft: SchemaDraft, report: SchemaReport): void {
  const context = checkContext(draft, report)
  for (const check of CHECKS) check(context)
  const { problems, advice } = report
  if (problems.length === 0) return
  const count = problems.length === 1 ? 'a problem' : `${problems.length} problems`
  throw new StartError(`The schema files have ${count}:`, [...problems, ...advice])
}
