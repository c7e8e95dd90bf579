/** Builds the filters of a list: conditions in groups that are joined by AND or OR. */
import { useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { TypeInfo } from '../../../../../src/admin-api/schema-api.ts'
import { fieldLabel } from '../../../api/field-label.ts'
import { schemaQuery } from '../../../api/queries.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { DialogForm } from '../../../ui/overlays/dialog-form.tsx'
import type { List } from '../use-list.ts'
import { FilterGroupFields } from './filter-group.tsx'
import { type FilterGroup, filtersOf, newCondition, parseFilters } from './filter-tree.ts'

export function FilterDialog({ list, onClose }: { readonly list: List; readonly onClose: () => void }): ReactNode {
  const { t } = useTexts()
  const { type, search, change } = list
  const { data: schema } = useSuspenseQuery(schemaQuery)
  const [tree, setTree] = useState(() => startTree(parseFilters(search.filters), type))
  const apply = (filters: typeof search.filters) => {
    change({ filters })
    onClose()
  }
  return (
    <DialogForm
      title={t('list.filters')}
      size="large"
      before={
        <Button look="quiet" onClick={() => apply(undefined)}>
          {t('list.clearFilters')}
        </Button>
      }
      submitLabel={t('list.apply')}
      onSubmit={() => apply(filtersOf(tree))}
      onClose={onClose}
    >
      <FilterGroupFields
        group={tree}
        type={type}
        labels={labelsOf(list)}
        schema={schema}
        label={t('list.filters')}
        onChange={setTree}
      />
    </DialogForm>
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
    Object.entries(view?.metadatas ?? {}).map(([name, { list }]) => [name, fieldLabel(name, list.label)] as const),
  )
}
