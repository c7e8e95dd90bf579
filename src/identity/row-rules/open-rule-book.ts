/** Opens the rules of rows of a project. */
import type { ContentContext } from '../../content/content-context.ts'
import { loadRoles } from '../access/role-rights.ts'
import { loadRowRules } from './load-row-rules.ts'
import { RuleBook } from './rule-book.ts'

/** `undefined` for projects without rules, so that their requests do no extra work. Throws a StartError for mistakes in the files. */
export async function openRuleBook(folder: string, content: ContentContext): Promise<RuleBook | undefined> {
  const { schema, settings, database } = content
  const roles = async () => (await loadRoles(database, schema)).map(({ type }) => type)
  const rules = await loadRowRules(folder, { schema, settings, roles })
  return rules.length === 0 ? undefined : new RuleBook(content, rules)
}
