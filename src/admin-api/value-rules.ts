/** What is wrong with a value of a form, before it is sent: judged by the rules that judge a body. Runs in browsers. */
import { ATTRIBUTE_TYPES } from '../schema/attributes/registry.ts'
import { castValue } from '../schema/rules/cast-value.ts'
import { checkValue } from '../schema/rules/check-value.ts'
import { makeRule, type Rule } from '../schema/rules/rule.ts'
import { demanded, lengthTests } from '../schema/rules/scalar-tests.ts'
import type { ScalarAttribute } from '../schema/schema.ts'
import type { AttributeInfo } from './schema-api.ts'

/** Only the server knows other entries, and how strict its database is. */
const SURROUNDINGS = { strictTypes: false, taken: new Set<string>() }

/** The messages of the server about the attribute called `name`. `null` is no value; a list of components stands for its parts. */
export function valueProblems(
  name: string,
  attribute: AttributeInfo,
  value: unknown,
  isDraft: boolean,
): readonly string[] {
  const given = value ?? undefined
  const rule = {
    ...demanded(ruleOf(name, attribute, isDraft), attribute.required && !isDraft, 'create'),
    fallback: undefined,
  }
  const found = checkValue(rule, { value: castValue(rule, given), original: given, path: name }, SURROUNDINGS)
  return found.map(({ message }) => message)
}

function ruleOf(name: string, attribute: AttributeInfo, isDraft: boolean): Rule {
  const { type, required } = attribute
  switch (type) {
    case 'media':
    case 'relation':
      return makeRule('mixed')
    case 'component':
    case 'dynamiczone':
      return makeRule('mixed', { tests: lengthTests(attribute, required) })
    default:
      return ATTRIBUTE_TYPES[type].rule(scalarOf(name, attribute), isDraft)
  }
}

/** The attribute as its type knows it. Nothing is stored here, so it has no column. */
function scalarOf(name: string, attribute: AttributeInfo): ScalarAttribute {
  const { type, required, localized, writable } = attribute
  return {
    kind: 'scalar',
    type: type as ScalarAttribute['type'],
    name,
    private: attribute.private,
    required,
    localized,
    writable,
    definition: { ...attribute },
    column: null,
    unique: false,
    searchable: false,
  }
}
