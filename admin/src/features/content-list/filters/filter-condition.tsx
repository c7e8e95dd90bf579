/** One condition: what is compared (through relations as far as one likes), how, and with what. */
import type { ReactNode } from 'react'
import { fieldLabel } from '../../../api/field-label.ts'
import { type I18n, useTexts } from '../../../i18n/i18n.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { TextField } from '../../../ui/inputs/text-field.tsx'
import { RelatedEntry } from '../bulk/related-entry.tsx'
import { ValueField } from '../value-field.tsx'
import type { FilterContext } from './filter-context.ts'
import styles from './filter-dialog.module.css'
import { type Attributes, type FilterField, fieldsAlong, filterFields } from './filter-fields.ts'
import {
  asksForValue,
  comparesWhole,
  ENTRY_OPERATORS,
  LAST_DAYS,
  operatorsOf,
  takesList,
  usualOperator,
} from './filter-operators.ts'
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
  const isEntry = relationOf(along, type.uid) !== undefined
  const operators = last === undefined ? [] : isEntry ? ENTRY_OPERATORS : operatorsOf(last.type)
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
      {asksForValue(operator) ? <ConditionValue {...{ condition, onChange, along }} uid={type.uid} /> : null}
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
      label={depth === 0 ? t('list.field') : t('list.fieldOf', { name: fieldLabel(path[depth - 1] ?? '') })}
      hideLabel
      value={path[depth] ?? 'id'}
      options={filterFields(attributes, schema).map(({ name, leads }) => ({
        value: name,
        label: `${stepLabel(name, depth, labels, t)}${leads === undefined ? '' : ' ›'}`,
      }))}
      onChange={name => onChange([...path.slice(0, depth), name])}
    />
  ))
}

/** Behind a relation, `id` is the entry itself. */
function stepLabel(name: string, depth: number, labels: FilterContext['labels'], t: I18n['t']): string {
  if (depth > 0 && name === 'id') return t('list.theEntry')
  return (depth === 0 ? labels[name] : undefined) ?? fieldLabel(name)
}

interface ValueProps {
  readonly condition: FilterCondition
  /** The fields along its path. */
  readonly along: readonly FilterField[]
  /** Of the type that the list is about. */
  readonly uid: string
  readonly onChange: (condition: FilterCondition) => void
}

function ConditionValue({ condition, along, uid, onChange }: ValueProps): ReactNode {
  const { t } = useTexts()
  const { value, operator } = condition
  const field = along.at(-1)
  const relation = relationOf(along, uid)
  if (relation !== undefined && (operator === '$eq' || operator === '$ne'))
    return (
      <RelatedEntry
        {...relation}
        label={t('list.value')}
        hideLabel
        value={String(value)}
        onChange={next => onChange({ ...condition, value: next })}
      />
    )
  if (operator === LAST_DAYS)
    return (
      <TextField
        label={t('list.days')}
        hideLabel
        type="number"
        inputMode="numeric"
        value={String(value)}
        onChange={days => onChange({ ...condition, value: days })}
      />
    )
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
      isPart={!comparesWhole(operator)}
      value={Array.isArray(value) ? value.join(', ') : String(value)}
      onChange={next => onChange({ ...condition, value: next })}
    />
  )
}

/** The relation whose entry a condition is about: it is picked, because nobody knows its id. */
function relationOf(along: readonly FilterField[], uid: string): { uid: string; field: string } | undefined {
  const [outer, relation, last] = [along.at(-3), along.at(-2), along.at(-1)]
  if (last?.type !== 'id' || relation?.attribute?.target === undefined) return undefined
  const owner = along.length === 2 ? uid : outer?.attribute?.target
  return owner === undefined ? undefined : { uid: owner, field: relation.name }
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
  // The id of one relation's entry is that of another one's.
  const value = target === 'boolean' ? 'true' : ''
  if (keeps) return { ...condition, path: whole, value: target === 'id' ? value : condition.value }
  const operator = usualOperator(target)
  return { ...condition, path: whole, operator, value: operator === LAST_DAYS ? USUAL_DAYS : value }
}

const USUAL_DAYS = '7'

function valueFor(operator: string, { value }: FilterCondition): FilterCondition['value'] {
  if (!asksForValue(operator)) return 'true'
  if (operator === LAST_DAYS) return USUAL_DAYS
  const text = Array.isArray(value) ? value.join(', ') : String(value)
  const kept = text === 'true' ? '' : text
  return takesList(operator) ? kept.split(',').map(part => part.trim()) : kept
}
