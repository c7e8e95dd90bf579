/** One condition: what is compared (through relations as far as one likes), how, and with what. */
import type { ReactNode } from 'react'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { TextField } from '../../../ui/inputs/text-field.tsx'
import { ValueField } from '../value-field.tsx'
import type { FilterContext } from './filter-context.ts'
import styles from './filter-dialog.module.css'
import { type Attributes, type FilterField, fieldsAlong, filterFields } from './filter-fields.ts'
import { asksForValue, operatorsOf, takesList, usualOperator } from './filter-operators.ts'
import type { FilterCondition } from './filter-tree.ts'
import { operatorText } from './operator-text.ts'

interface ConditionProps extends FilterContext {
  readonly condition: FilterCondition
  readonly onChange: (condition: FilterCondition) => void
}

export function ConditionFields({ condition, onChange, ...context }: ConditionProps): ReactNode {
  const { t } = useTexts()
  const { type, schema } = context
  const along = fieldsAlong(condition.path, type.attributes, schema)
  const last = along.at(-1)
  const { operator } = condition
  const choosePath = (path: readonly string[]) => onChange(conditionAt(path, condition, context))
  const operators = last === undefined ? [] : operatorsOf(last.type)
  const known = (operators as readonly string[]).includes(operator) ? operators : [operator, ...operators]
  return (
    <div className={styles.fields}>
      <PathFields path={condition.path} along={along} onChange={choosePath} {...context} />
      <Select
        label={t('list.operator')}
        hideLabel
        value={operator}
        options={known.map(name => ({ value: name, label: operatorText(t, name) }))}
        onChange={next => onChange({ ...condition, operator: next, value: valueFor(next, condition) })}
      />
      {asksForValue(operator) ? <ConditionValue condition={condition} field={last} onChange={onChange} /> : null}
    </div>
  )
}

interface PathProps extends FilterContext {
  readonly path: readonly string[]
  readonly along: readonly FilterField[]
  readonly onChange: (path: readonly string[]) => void
}

/** One list for each step: the attribute, then what is behind it. */
function PathFields({ path, along, onChange, type, schema, labels }: PathProps): ReactNode {
  const { t } = useTexts()
  const levels: readonly Attributes[] = [
    type.attributes,
    ...along.flatMap(({ leads }) => (leads === undefined ? [] : [leads])),
  ]
  return levels.map((attributes, depth) => (
    <Select
      // biome-ignore lint/suspicious/noArrayIndexKey: the place in the path is what a step is
      key={depth}
      label={depth === 0 ? t('list.field') : t('list.fieldOf', { name: path[depth - 1] ?? '' })}
      hideLabel
      value={path[depth] ?? 'id'}
      options={filterFields(attributes, schema).map(({ name, leads }) => ({
        value: name,
        label: `${(depth === 0 ? labels[name] : undefined) ?? name}${leads === undefined ? '' : ' ›'}`,
      }))}
      onChange={name => onChange([...path.slice(0, depth), name])}
    />
  ))
}

interface ValueProps {
  readonly condition: FilterCondition
  readonly field: FilterField | undefined
  readonly onChange: (condition: FilterCondition) => void
}

function ConditionValue({ condition, field, onChange }: ValueProps): ReactNode {
  const { t } = useTexts()
  const { value } = condition
  if (takesList(condition.operator)) {
    return (
      <TextField
        label={t('list.values')}
        hideLabel
        placeholder={t('list.values')}
        value={Array.isArray(value) ? value.join(', ') : String(value)}
        onChange={text => onChange({ ...condition, value: text.split(',').map(part => part.trimStart()) })}
      />
    )
  }
  return (
    <ValueField
      label={t('list.value')}
      hideLabel
      type={field?.type ?? 'string'}
      attribute={field?.attribute}
      value={Array.isArray(value) ? value.join(', ') : String(value)}
      onChange={next => onChange({ ...condition, value: next })}
    />
  )
}

/** A relation alone means its id; the comparison and the value stay if they still make sense. */
function conditionAt(
  path: readonly string[],
  condition: FilterCondition,
  { type, schema }: FilterContext,
): FilterCondition {
  const along = fieldsAlong(path, type.attributes, schema)
  const last = along.at(-1)!
  const whole = last.leads === undefined ? path : [...path, 'id']
  const before = fieldsAlong(condition.path, type.attributes, schema).at(-1)?.type
  const target = last.leads === undefined ? last.type : 'id'
  const operators = operatorsOf(target)
  const keeps = (operators as readonly string[]).includes(condition.operator) && before === target
  if (keeps) return { ...condition, path: whole }
  return { ...condition, path: whole, operator: usualOperator(target), value: target === 'boolean' ? 'true' : '' }
}

function valueFor(operator: string, { value }: FilterCondition): FilterCondition['value'] {
  if (!asksForValue(operator)) return 'true'
  const text = Array.isArray(value) ? value.join(', ') : String(value)
  const kept = text === 'true' ? '' : text
  return takesList(operator) ? kept.split(',').map(part => part.trim()) : kept
}
