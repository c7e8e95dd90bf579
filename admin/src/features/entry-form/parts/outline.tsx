/** The parts of all dynamic zones at a glance: a click opens one, the handle moves it. */
import type { ReactNode } from 'react'
import { useSortableTexts } from '../../../forms/use-sortable-texts.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Icon } from '../../../ui/display/icon.tsx'
import { SortableList } from '../../../ui/drag/sortable-list.tsx'
import { Card } from '../../../ui/page/page.tsx'
import { useForm, useParts } from '../form-context.tsx'
import type { PartReference } from '../store/form-value.ts'
import { jumpTo } from '../store/problem-paths.ts'
import { useHasProblem, usePartTitle } from './part-item.tsx'
import styles from './parts.module.css'
import { useComponentName } from './use-component-name.ts'

export function Outline({
  name,
  label,
  disabled,
}: {
  readonly name: string
  readonly label: string
  readonly disabled: boolean
}): ReactNode {
  const { t } = useTexts()
  const { store } = useForm()
  const parts = useParts(name)
  const nameOf = useComponentName()
  const texts = useSortableTexts()
  if (parts.length === 0) return null
  return (
    <Card title={t('form.outline', { name: label })}>
      <div className="stack gap-1">
        <SortableList
          label={t('form.outline', { name: label })}
          items={parts}
          keyOf={({ key }) => `outline-${key}`}
          nameOf={part => `${nameOf(part.component)} ${parts.indexOf(part) + 1}`}
          onMove={(from, to) => store.movePart(name, from, to)}
          texts={{ ...texts, handle: item => t('form.dragOutline', { name: item }) }}
          disabled={disabled || parts.length < 2}
        >
          {(part, _, handle) => <OutlineItem zone={name} part={part} handle={handle} />}
        </SortableList>
      </div>
    </Card>
  )
}

interface OutlineItemProps {
  readonly zone: string
  readonly part: PartReference
  readonly handle: ReactNode
}

function OutlineItem({ zone, part, handle }: OutlineItemProps): ReactNode {
  const { store } = useForm()
  const path = `${zone}.${part.key}`
  const name = useComponentName()(part.component)
  const title = usePartTitle(path, part.component)
  const hasProblem = useHasProblem(path)
  return (
    <div className={styles.outlineItem}>
      {handle}
      <button
        type="button"
        className={styles.jump}
        onClick={() => {
          store.open.set(path, true)
          jumpTo(store, path)
        }}
      >
        {title === '' ? name : `${name}: ${title}`}
      </button>
      {hasProblem ? (
        <span className={styles.mark}>
          <Icon name="warning" size={16} />
        </span>
      ) : null}
    </div>
  )
}
