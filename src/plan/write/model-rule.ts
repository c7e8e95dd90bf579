/** The rule for the values of a whole model: its attributes, components and zones, for a create or an update. */
import { ATTRIBUTE_TYPES } from '../../schema/attributes/registry.ts'
import { isPlainObject, makeRule, type Rule, withTests } from '../../schema/rules/rule.ts'
import { defined, demanded, lengthTests, notEmpty, notNull } from '../../schema/rules/scalar-tests.ts'
import { filled } from '../../schema/rules/text-tests.ts'
import {
  type Attribute,
  type ComponentAttribute,
  type Model,
  modelOf,
  type Schema,
  type ZoneAttribute,
} from '../../schema/schema.ts'

export interface RuleScope {
  readonly schema: Schema
  readonly mode: 'create' | 'update'
  /** An unpublished entry may lack values. */
  readonly isDraft: boolean
}

/** False for attributes that clients can never set. */
export function isWritable({ name, writable }: Attribute): boolean {
  return writable && name !== 'id' && name !== 'createdAt' && name !== 'updatedAt'
}

/** Rules depend only on the schema, so each is made once. */
const made = new WeakMap<Schema, Map<string, Rule>>()

export function modelRule(model: Model, scope: RuleScope): Rule {
  const rules = made.get(scope.schema) ?? new Map<string, Rule>()
  made.set(scope.schema, rules)
  const key = `${scope.mode} ${scope.isDraft} ${model.uid}`
  const known = rules.get(key)
  if (known !== undefined) return known
  const rule = makeRule('object', { fields: once(() => fieldRules(model, scope)) })
  rules.set(key, rule)
  return rule
}

function once<T>(make: () => T): () => T {
  let value: T | undefined
  return () => (value ??= make())
}

function fieldRules(model: Model, scope: RuleScope): ReadonlyMap<string, Rule> {
  const attributes = [...model.attributes.values()].filter(isWritable)
  return new Map(attributes.map(attribute => [attribute.name, attributeRule(attribute, scope)]))
}

function attributeRule(attribute: Attribute, scope: RuleScope): Rule {
  const isRequired = attribute.required && !scope.isDraft
  switch (attribute.kind) {
    case 'media':
      return makeRule('mixed')
    case 'scalar': {
      const fallback = scope.mode === 'create' ? attribute.definition.default : undefined
      const rule = ATTRIBUTE_TYPES[attribute.type].rule(attribute, scope.isDraft)
      const filledIn = isRequired && rule.type === 'string' ? withTests(rule, ...notEmpty(attribute.definition)) : rule
      return { ...demanded(filledIn, isRequired, scope.mode), fallback }
    }
    case 'component':
      return attribute.many
        ? repeatableRule(attribute, scope)
        : demanded(singleRule(attribute, scope), isRequired, scope.mode)
    case 'zone':
      return listRule(attribute, value => zoneItemRule(attribute, value, scope), scope)
    case 'relation':
    case 'morph':
      return demanded(makeRule('mixed', { item: () => anything }), isRequired, scope.mode)
  }
}

const anything = makeRule('mixed')

/** A component is never parsed from a string, unlike the documents of block editors. */
function singleRule({ target }: ComponentAttribute, scope: RuleScope): Rule {
  return { ...modelRule(modelOf(scope.schema, target), scope), coerce: value => value }
}

function repeatableRule(attribute: ComponentAttribute, scope: RuleScope): Rule {
  const item = withTests(modelRule(modelOf(scope.schema, attribute.target), scope), notNull)
  return listRule(attribute, () => item, scope)
}

/** Lists of components are never null, not even in drafts; an optional list starts empty. */
function listRule(
  attribute: ComponentAttribute | ZoneAttribute,
  item: (value: unknown) => Rule,
  scope: RuleScope,
): Rule {
  const { required, definition } = attribute
  return makeRule('array', {
    coerce: value => value,
    item,
    fallback: scope.mode === 'create' ? (required ? definition.default : []) : undefined,
    tests: [scope.mode === 'create' ? defined : notNull, ...lengthTests(definition, required)],
  })
}

/**
 * For an unknown component, the error lists all components in Strapi's order. For a component of another zone, it lists
 * those of this zone.
 */
function zoneItemRule({ components }: ZoneAttribute, item: unknown, scope: RuleScope): Rule {
  const uid = isPlainObject(item) ? item.__component : undefined
  const model = typeof uid === 'string' ? scope.schema.components.get(uid) : undefined
  const choices = model === undefined ? [...scope.schema.components.keys()].reverse() : components
  const name = makeRule('string', { oneOf: choices, tests: [filled] })
  const own = model === undefined ? [] : [...modelRule(model, scope).fields!()]
  return makeRule('object', { fields: () => new Map([...own, ['__component', name]]), tests: [notNull] })
}
