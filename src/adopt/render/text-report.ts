/** The report as lines for a terminal. */
import type { AdoptReport } from '../adopt-report.ts'

export function textReport({ project, schema }: AdoptReport): readonly string[] {
  return [
    `${project.name}: a Strapi ${project.strapi} project`,
    '',
    `Schema: ${schema.types.length} content types, ${schema.components.length} components`,
    ...schema.problems.map(line => `  problem: ${line}`),
    ...schema.warnings.map(line => `  note: ${line}`),
  ]
}
