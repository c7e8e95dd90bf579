/** The rules of rows of a project, as conditions for the caller who is asking. */

import type { ContentContext } from '../../content/content-context.ts'
import type { Access, RowRules, RowUse } from '../../plan/access.ts'
import { type Condition, combine, UNKNOWN } from '../../plan/read/conditions/condition.ts'
import { resolveRule } from '../../plan/read/conditions/resolve-rule.ts'
import type { Guard } from '../../tables/guard-mark.ts'
import { sha256 } from '../../util/sha256.ts'
import type { CheckedRule } from './load-row-rules.ts'
import { type UserTexts, valuesOf } from './rule-values.ts'
import { newValues } from './set-values.ts'
import { UserReader } from './user-texts.ts'

/** Made once per server, for projects that have rules. */
export class RuleBook {
  readonly #rules: readonly CheckedRule[]
  readonly #content: ContentContext
  readonly #users: UserReader
  /** Rights with rules, by the rights without them and by the values of the user. */
  readonly #made = new WeakMap<Access, WeakMap<NonNullable<UserTexts>, Access>>()
  /** Attributes of users that decide which rows they see. Users may not change them for themselves. */
  readonly userAttributes: ReadonlySet<string>

  constructor(content: ContentContext, rules: readonly CheckedRule[]) {
    this.#rules = rules
    this.#content = content
    const paths = new Map(rules.flatMap(rule => rule.paths.map(path => [path.text, path])))
    this.#users = new UserReader(content, [...paths.values()])
    this.userAttributes = new Set([...paths.values()].map(({ names }) => names[0]!).filter(name => name !== 'id'))
  }

  /** The rights of a role, with the rules that apply to its user; `null` for callers who are nobody. */
  async forRole(access: Access, role: string, userId: number | null): Promise<Access> {
    const rules = this.#rules.filter(({ roles }) => roles.includes(role))
    if (rules.length === 0) return access
    const needsUser = userId !== null && rules.some(({ paths }) => paths.length > 0)
    return this.#ruled(access, rules, needsUser ? await this.#users.read(userId) : null)
  }

  /** Changes whenever something has changed that rules compare with, for users who are known. */
  usersVersion(): number {
    return this.#users.latest()
  }

  /** The rights of an API token. */
  forToken(access: Access): Access {
    const rules = access.everything ? [] : this.#rules.filter(({ tokens }) => tokens)
    return rules.length === 0 ? access : this.#ruled(access, rules, null)
  }

  /** The rules on a type that apply to a role, or to tokens. */
  about(role: string | null, uid: string): readonly CheckedRule[] {
    const applies = (rule: CheckedRule) => (role === null ? rule.tokens : rule.roles.includes(role))
    return this.#rules.filter(rule => rule.type.uid === uid && applies(rule))
  }

  /** What a later server must not lack. */
  guards(): readonly Guard[] {
    return this.#rules.map(({ file, type, roles, tokens, operations, where, set }) => {
      const sets = Object.keys(set).length === 0 ? [] : [set]
      const meaning = JSON.stringify([type.uid, roles, tokens, operations, where, ...sets])
      return { name: file, about: type.uid, meaning: sha256(meaning, 'base64url') }
    })
  }

  #ruled(access: Access, rules: readonly CheckedRule[], texts: UserTexts): Access {
    const made = this.#made.get(access) ?? new WeakMap<NonNullable<UserTexts>, Access>()
    this.#made.set(access, made)
    const known = made.get(texts ?? NO_TEXTS)
    if (known !== undefined) return known
    const ruled = Object.freeze({
      ...access,
      fingerprint: fingerprintOf(access, rules, texts),
      rows: this.#rowsOf(rules, texts),
      newValues: newValues(rules, valuesOf(texts, this.#content.settings.listLength)),
    })
    made.set(texts ?? NO_TEXTS, ruled)
    return ruled
  }

  /** All rules on a type have to be met. */
  #rowsOf(rules: readonly CheckedRule[], texts: UserTexts): RowRules {
    const { schema, settings } = this.#content
    const rows = new Map<string, Partial<Record<RowUse, Condition>>>()
    const standsFor = valuesOf(texts, settings.listLength)
    for (const { type, operations, where } of rules) {
      const condition = resolveRule(type, where, { schema, settings, standsFor, lenient: true }) ?? UNKNOWN
      const known = rows.get(type.uid) ?? {}
      for (const use of operations) known[use] = combine('all', [known[use] ?? null, condition])!
      rows.set(type.uid, known)
    }
    return rows
  }
}

/** Stands for callers who are no users. */
const NO_TEXTS: NonNullable<UserTexts> = new Map()

/** Equal fingerprints must mean equal rows, so the values are part of them. */
function fingerprintOf(access: Access, rules: readonly CheckedRule[], texts: UserTexts): string {
  const used = [...new Set(rules.flatMap(({ paths }) => paths.map(({ text }) => text)))].sort()
  const values = used.map(text => texts?.get(text) ?? null)
  const named = JSON.stringify([access.fingerprint, rules.map(({ file }) => file), used, values])
  return sha256(named).slice(0, 32)
}
