/** Builds the filters of a list: conditions in groups that are joined by AND or OR. */
import { useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { JsonObject } from '../../../../../src/admin-api/route-types.ts'
import type { TypeInfo } from '../../../../../src/admin-api/schema-api.ts'
import { fieldLabel } from '../../../api/field-label.ts'
import { schemaQuery } from '../../../api/queries.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { DialogForm } from '../../../ui/overlays/dialog-form.tsx'
import type { List } from '../use-list.ts'
import type { FilterContext } from './filter-context.ts'
import { FilterGroupFields } from './filter-group.tsx'
import { type FilterGroup, filtersOf, newCondition, parseFilters } from './filter-tree.ts'

export function FilterDialog({ list, onClose }: { readonly list: List; readonly onClose: () => void }): ReactNode {
  const { type, search, change } = list
  return (
    <FiltersDialog
      type={type}
      labels={labelsOf(list)}
      filters={search.filters}
      onApply={filters => change({ filters })}
      onClose={onClose}
    />
  )
}

export interface FiltersDialogProps extends Pick<FilterContext, 'type'>, Partial<Pick<FilterContext, 'labels'>> {
  readonly filters: JsonObject | undefined
  readonly onApply: (filters: JsonObject | undefined) => void
  readonly onClose: () => void
}

/** For the entries of any type. */
export function FiltersDialog({ type, labels = {}, filters: given, onApply, onClose }: FiltersDialogProps): ReactNode {
  const { t } = useTexts()
  const { data: schema } = useSuspenseQuery(schemaQuery)
  const [tree, setTree] = useState(() => startTree(parseFilters(given), type))
  const apply = (filters: JsonObject | undefined) => {
    onApply(filters)
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
        labels={labels}
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
