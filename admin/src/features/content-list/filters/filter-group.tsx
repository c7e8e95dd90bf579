/** The conditions of one group, and the groups inside it. */
import type { ReactNode } from 'react'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Button, IconButton } from '../../../ui/inputs/button.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { ConditionFields } from './filter-condition.tsx'
import type { FilterContext } from './filter-context.ts'
import styles from './filter-dialog.module.css'
import {
  changeNode,
  type FilterCondition,
  type FilterGroup,
  type FilterNode,
  type Join,
  newCondition,
  newGroup,
} from './filter-tree.ts'

interface GroupProps extends FilterContext {
  readonly group: FilterGroup
  readonly label: string
  readonly onChange: (group: FilterGroup) => void
  readonly onRemove?: () => void
}

export function FilterGroupFields({ group, label, onChange, onRemove, ...context }: GroupProps): ReactNode {
  const { t } = useTexts()
  const usual = () => newCondition([context.type.titleField], context.type.titleField === 'id' ? '$eq' : '$containsi')
  const add = (node: FilterNode) => onChange({ ...group, items: [...group.items, node] })
  const change = (id: number, next: FilterNode | undefined) => onChange(changeNode(group, id, () => next))
  const other: Join = group.join === '$and' ? '$or' : '$and'
  return (
    <fieldset className={styles.group} data-inner={onRemove === undefined ? undefined : true}>
      <legend className="visually-hidden">{label}</legend>
      <div className={styles.join}>
        <Select
          label={t('list.join')}
          hideLabel
          size="small"
          value={group.join}
          options={[
            { value: '$and', label: t('list.joinAnd') },
            { value: '$or', label: t('list.joinOr') },
          ]}
          onChange={join => onChange({ ...group, join: join as Join })}
        />
        {onRemove === undefined ? null : (
          <IconButton label={t('list.removeGroup')} icon="trash" size="small" onClick={onRemove} />
        )}
      </div>
      {group.items.map((node, index) => (
        <NodeFields
          key={node.id}
          node={node}
          number={index + 1}
          {...context}
          onChange={next => change(node.id, next)}
        />
      ))}
      <div className="flex wrap gap-1">
        <Button look="quiet" size="small" icon="add" onClick={() => add(usual())}>
          {t('list.addFilter')}
        </Button>
        <Button look="quiet" size="small" icon="add" onClick={() => add(newGroup(other, [usual()]))}>
          {t('list.addGroup')}
        </Button>
      </div>
    </fieldset>
  )
}

interface NodeProps extends FilterContext {
  readonly node: FilterNode
  readonly number: number
  readonly onChange: (node: FilterNode | undefined) => void
}

function NodeFields({ node, number, onChange, ...context }: NodeProps): ReactNode {
  const { t } = useTexts()
  const remove = () => onChange(undefined)
  switch (node.kind) {
    case 'group':
      return (
        <FilterGroupFields
          {...context}
          group={node}
          label={t('list.group', { number })}
          onChange={onChange}
          onRemove={remove}
        />
      )
    case 'condition':
      return (
        <fieldset className={styles.condition}>
          <legend className="visually-hidden">{t('list.condition', { number })}</legend>
          <ConditionFields {...context} condition={node} onChange={(next: FilterCondition) => onChange(next)} />
          <IconButton label={t('list.removeFilter')} icon="trash" onClick={remove} />
        </fieldset>
      )
    case 'other':
      return (
        <div className={styles.condition}>
          <code className="grow round sunken breaks pad-2-3">{JSON.stringify(node.filters)}</code>
          <IconButton label={t('list.removeFilter')} icon="trash" onClick={remove} />
        </div>
      )
  }
}
