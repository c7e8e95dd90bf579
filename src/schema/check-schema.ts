/** Refuses schema files that the server cannot work with, with one line for each problem. */
import { StartError } from '../errors.ts'
import { checkAttributes } from './checks/check-attributes.ts'
import { checkColumns } from './checks/check-columns.ts'
import { checkComponents } from './checks/check-components.ts'
import { checkContext } from './checks/check-context.ts'
import { checkNames } from './checks/check-names.ts'
import { checkRelations } from './checks/check-relations.ts'
import { checkTables } from './checks/check-tables.ts'
import type { SchemaDraft } from './model-draft.ts'
import type { SchemaReport } from './schema-report.ts'

const CHECKS = [checkNames, checkAttributes, checkRelations, checkComponents, checkColumns, checkTables]

/** Adds its findings to those that the report has already; throws StartError with all problems if there are any. */
export function checkSchema(draft: SchemaDraft, report: SchemaReport): void {
  const context = checkContext(draft, report)
  for (const check of CHECKS) check(context)
  const { problems } = report
  if (problems.length === 0) return
  const count = problems.length === 1 ? 'a problem' : `${problems.length} problems`
  throw new StartError(`The schema files have ${count}:`, problems)
}
