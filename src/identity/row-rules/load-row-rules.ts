/** Reads the rules of rows of a project: `rules/<name>.json`. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PopulusError, StartError } from '../../errors.ts'
import type { PlanSettings } from '../../plan/plan-context.ts'
import { resolveRule } from '../../plan/read/conditions/resolve-rule.ts'
import { JsonMistake, parseJsonFile } from '../../schema/load/parse-json-file.ts'
import type { Schema } from '../../schema/schema.ts'
import { noSuchName } from '../../util/no-such-name.ts'
import { PROJECT_PARTS, partPath } from '../../util/project-parts.ts'
import { problemAt, type RowRule, readRowRule } from './row-rule.ts'
import { collectPaths } from './rule-values.ts'
import { checkSet } from './set-values.ts'
import type { UserPath } from './user-path.ts'

/** A rule, and the values of the user that it compares with. */
export interface CheckedRule extends RowRule {
  readonly paths: readonly UserPath[]
}

export interface RuleCheck {
  readonly schema: Schema
  readonly settings: PlanSettings
  /** The types of all roles. */
  readonly roles: () => Promise<readonly string[]>
}

const FOLDER = PROJECT_PARTS.rules.path

/** Empty for most projects. Throws a StartError that lists every problem in every file. */
export async function loadRowRules(folder: string, check: RuleCheck): Promise<readonly CheckedRule[]> {
  const names = await readdir(partPath(folder, 'rules')).catch(() => [])
  const files = names.filter(name => name.endsWith('.json') && !name.startsWith('.')).sort()
  if (files.length === 0) return []
  const roles = await check.roles()
  const read = await Promise.all(files.map(name => readRule(folder, `${FOLDER}/${name}`, roles, check)))
  const problems = read.flatMap(rule => (isProblems(rule) ? rule : []))
  if (problems.length > 0) throw new StartError('The row rules have mistakes:', problems)
  return read.filter((rule): rule is CheckedRule => !isProblems(rule))
}

function isProblems(read: CheckedRule | readonly string[]): read is readonly string[] {
  return Array.isArray(read)
}

async function readRule(
  folder: string,
  file: string,
  roles: readonly string[],
  { schema, settings }: RuleCheck,
): Promise<CheckedRule | readonly string[]> {
  const rule = await parse(join(folder, file), file, schema)
  if (!('where' in rule)) return rule
  const unknown = rule.roles.flatMap((role, index) =>
    roles.includes(role) ? [] : [problemAt(file, ['roles', index], noSuchName('role', role, roles, 20))],
  )
  if (unknown.length > 0) return unknown
  const paths = new Map<string, UserPath>()
  try {
    const standsFor = collectPaths(schema, paths)
    checkSet(rule, standsFor)
    const condition = resolveRule(rule.type, rule.where, { schema, settings, standsFor, lenient: false })
    if (condition === null) return [problemAt(file, ['where'], 'is not a condition')]
  } catch (error) {
    if (!(error instanceof PopulusError)) throw error
    return [problemAt(file, [], withPlace(error))]
  }
  return Object.freeze({ ...rule, paths: [...paths.values()] })
}

/** Some messages have the help of their hint. */
function withPlace({ message, hint }: PopulusError): string {
  if (hint === undefined) return message
  return `${message} ${message.includes('did you mean') ? hint.split(';')[0] : hint}`
}

async function parse(path: string, file: string, schema: Schema): Promise<RowRule | readonly string[]> {
  try {
    return readRowRule(file, parseJsonFile(await readFile(path, 'utf8')), schema)
  } catch (error) {
    if (error instanceof JsonMistake) return [problemAt(file, [], error.message)]
    throw error
  }
}
