/** The rules of rows that apply to a caller, and the entries that they hide. */
import type { MissingPart } from '../../admin-api/explain-api.ts'
import type { ApiCaller } from '../../identity/access/api-callers.ts'
import type { RuleBook } from '../../identity/row-rules/rule-book.ts'
import type { EntryPlan } from '../../plan/read/read-plan.ts'
import type { Model } from '../../schema/schema.ts'

/** The caller with the rights that a request of theirs has. Of a role, nobody in particular is asking. */
export async function withRules(rules: RuleBook | undefined, caller: ApiCaller): Promise<ApiCaller> {
  if (rules === undefined) return caller
  const { access, role, userId = null } = caller
  return { ...caller, access: role === null ? rules.forToken(access) : await rules.forRole(access, role.type, userId) }
}

/** One part for each rule on a type that the plan reads. */
export function rulesIn(
  entry: EntryPlan,
  caller: ApiCaller,
  rules: RuleBook | undefined,
  path: readonly string[] = [],
): readonly MissingPart[] {
  if (rules === undefined) return []
  const own = rulesOn(entry.model, caller, rules, path)
  const below = entry.children.flatMap(child => {
    const at = [...path, child.attribute.name]
    if (child.kind === 'count') return rulesOn(child.target, caller, rules, at)
    const entries = child.kind === 'link' ? [child.entry] : [...child.variants.values()].map(variant => variant.entry)
    return entries.flatMap(each => rulesIn(each, caller, rules, at))
  })
  return [...own, ...below]
}

function rulesOn({ uid }: Model, caller: ApiCaller, rules: RuleBook, path: readonly string[]): readonly MissingPart[] {
  return rules
    .about(caller.role?.type ?? null, uid)
    .filter(({ operations }) => operations.includes('read'))
    .map(({ file, where }) => ({
      path: path.join('.'),
      reason: 'rule',
      message: `${file} leaves only these rows of ${uid} to ${caller.name}: ${JSON.stringify(where)}.`,
      remedy: null,
    }))
}

/** Why an entry that is there is not there for the caller. */
export function hiddenBy(model: Model, caller: ApiCaller, rules: RuleBook): MissingPart {
  const files = rulesOn(model, caller, rules, []).map(({ message }) => message)
  return { path: '', reason: 'rule', message: `A rule hides the entry. ${files.join(' ')}`, remedy: null }
}
