/** The filters in force, in words. Each can be removed alone. */
import { Fragment, type ReactNode } from 'react'
import { fieldLabel } from '../../../api/field-label.ts'
import { type I18n, useTexts } from '../../../i18n/i18n.tsx'
import { Chip } from '../../../ui/display/chip.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import type { List } from '../use-list.ts'
import { asksForValue, LAST_DAYS } from './filter-operators.ts'
import { changeNode, type FilterNode, filtersOf, parseFilters } from './filter-tree.ts'
import { daysOf } from './last-days.ts'
import { operatorText } from './operator-text.ts'
import { useTitles } from './use-titles.ts'

export function FilterChips({ list: { search, change, view, type } }: { readonly list: List }): ReactNode {
  const { t, date, count } = useTexts()
  const tree = parseFilters(search.filters)
  const title = useTitles(tree, type)
  if (tree.items.length === 0) return null
  const label = (name: string) => fieldLabel(name, view?.metadatas[name]?.list.label)
  const remove = (node: FilterNode) => change({ filters: filtersOf(changeNode(tree, node.id, () => undefined)) })
  const words = { t, date, count, label, title }
  return (
    <section className="row wrap gap-2 below-3" aria-label={t('list.activeFilters')}>
      {tree.items.map((node, index) => (
        <Fragment key={node.id}>
          {index === 0 ? null : (
            <span className="small soft strong">{t(tree.join === '$or' ? 'list.or' : 'list.and')}</span>
          )}
          <Chip
            removeLabel={t('list.removeFilterNamed', { filter: inWords(node, words) })}
            onRemove={() => remove(node)}
          >
            {inWords(node, words)}
          </Chip>
        </Fragment>
      ))}
      <Button look="quiet" size="small" onClick={() => change({ filters: undefined })}>
        {t('list.clearFilters')}
      </Button>
    </section>
  )
}

interface Words {
  readonly t: I18n['t']
  readonly date: I18n['date']
  readonly count: I18n['count']
  /** Of a related entry, as soon as it is known. */
  readonly title: (relation: string, id: string) => string | undefined
  readonly label: (name: string) => string
}

/** - `title contains tea`; `(author › name is Ana or id is greater than 3)` */
function inWords(node: FilterNode, words: Words): string {
  const { t, label } = words
  switch (node.kind) {
    case 'other':
      return JSON.stringify(node.filters)
    case 'group': {
      const joint = ` ${t(node.join === '$or' ? 'list.or' : 'list.and')} `
      return `(${node.items.map(item => inWords(item, words)).join(joint)})`
    }
    case 'condition': {
      const [first, ...rest] = node.path
      const title = rest.length === 1 && rest[0] === 'id' ? words.title(first!, String(node.value)) : undefined
      if (title !== undefined) return [label(first!), operatorText(t, node.operator), title].join(' ')
      const path = [label(first!), ...rest.map(step => fieldLabel(step))].join(' › ')
      if (node.operator === LAST_DAYS) return `${path} ${words.count('list.inLastDays', daysOf(String(node.value)))}`
      const value = asksForValue(node.operator) ? [shownValue(node.value, words)] : []
      return [path, operatorText(t, node.operator), ...value].join(' ')
    }
  }
}

function shownValue(value: string | readonly string[], { date }: Words): string {
  if (typeof value !== 'string') return value.join(', ')
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? date(value) : value
}
