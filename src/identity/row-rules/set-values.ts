/** The values that a rule gives to new entries. */
import type { NewValues } from '../../plan/access.ts'
import { NOW } from '../../plan/read/conditions/condition.ts'
import type { RuleScope } from '../../plan/read/conditions/resolve-rule.ts'
import type { Attribute } from '../../schema/schema.ts'
import type { RowRule, SetValue } from './row-rule.ts'

type StandsFor = RuleScope['standsFor']

/** Collects the values of the user, and throws PopulusError for those that do not exist or may be several. */
export function checkSet({ set }: RowRule, standsFor: StandsFor): void {
  for (const [name, value] of Object.entries(set)) resolve(name, value, standsFor)
}

/** By uid. Later rules win; what the caller does not have is not set. */
export function newValues(rules: readonly RowRule[], standsFor: StandsFor): NewValues {
  const values = new Map<string, Record<string, unknown>>()
  for (const { type, set } of rules)
    for (const [name, given] of Object.entries(set)) {
      const found = resolve(name, given, standsFor)
      if (found === undefined) continue
      values.set(type.uid, { ...values.get(type.uid), [name]: asStored(found, type.attributes.get(name)) })
    }
  return values
}

function resolve(name: string, value: SetValue, standsFor: StandsFor): SetValue | typeof NOW | undefined {
  if (typeof value !== 'string') return value
  // One value is needed, as for a comparison.
  const [found] = standsFor(value, { operator: '$gt', path: `set.${name}` }) ?? []
  return found === NOW || typeof found === 'string' ? found : undefined
}

/** Values of the user are texts. The time is that of the write. */
function asStored(value: SetValue | typeof NOW, attribute: Attribute | undefined): unknown {
  const isNumber = attribute?.kind === 'relation' || (attribute?.kind === 'scalar' && NUMBERS.includes(attribute.type))
  return isNumber && typeof value === 'string' ? Number(value) : value
}

const NUMBERS: readonly string[] = ['integer', 'float', 'decimal']
