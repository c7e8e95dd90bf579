/** Builds the filters of a list: conditions in groups that are joined by AND or OR. */
import { useSuspenseQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { TypeInfo } from '../../../../../src/admin-api/schema-api.ts'
import { schemaQuery } from '../../../api/queries.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import type { List } from '../use-list.ts'
import styles from './filter-dialog.module.css'
import { FilterGroupFields } from './filter-group.tsx'
import { type FilterGroup, filtersOf, newCondition, parseFilters } from './filter-tree.ts'

export function FilterDialog({ list, onClose }: { readonly list: List; readonly onClose: () => void }): ReactNode {
  const { t } = useTexts()
  const { type, search, change } = list
  const { data: schema } = useSuspenseQuery(schemaQuery)
  const [tree, setTree] = useState(() => startTree(parseFilters(search.filters), type))
  const apply = (event: FormEvent) => {
    event.preventDefault()
    change({ filters: filtersOf(tree) })
    onClose()
  }
  const actions = (
    <>
      <Button
        look="quiet"
        onClick={() => {
          change({ filters: undefined })
          onClose()
        }}
      >
        {t('list.clearFilters')}
      </Button>
      <Button onClick={onClose}>{t('common.cancel')}</Button>
      <Button look="primary" type="submit" form="filters">
        {t('list.apply')}
      </Button>
    </>
  )
  return (
    <Dialog
      title={t('list.filters')}
      open
      size="large"
      onClose={onClose}
      closeLabel={t('common.close')}
      actions={actions}
    >
      <form id="filters" onSubmit={apply} className={styles.form}>
        <FilterGroupFields
          group={tree}
          type={type}
          labels={labelsOf(list)}
          schema={schema}
          label={t('list.filters')}
          onChange={setTree}
        />
      </form>
    </Dialog>
  )
}

/** Opens with something to fill in. */
function startTree(tree: FilterGroup, { titleField }: TypeInfo): FilterGroup {
  if (tree.items.length > 0) return tree
  const isId = titleField === 'id'
  return { ...tree, items: [newCondition([titleField], isId ? '$eq' : '$containsi')] }
}

function labelsOf({ view }: List): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(view?.metadatas ?? {}).map(([name, { list }]) => [name, list.label || name] as const),
  )
}
