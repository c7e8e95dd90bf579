/** Above the rows: search, filters, state, locale, columns, and the list as an API call. */
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { localesQuery } from '../../api/queries.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { Button } from '../../ui/inputs/button.tsx'
import { ToolChoice, ToolSearch, Tools } from '../../ui/page/tools.tsx'
import { CopyApiCall } from './api-call.tsx'
import { ColumnChoice } from './column-choice.tsx'
import { countConditions, parseFilters } from './filters/filter-tree.ts'
import type { ListSearch } from './list-search.ts'
import type { List } from './use-list.ts'

const FilterDialog = lazy(async () => ({ default: (await import('./filters/filter-dialog.tsx')).FilterDialog }))

export function ListTools({ list }: { readonly list: List }): ReactNode {
  const { t } = useTexts()
  const { view, type } = list
  const end = (
    <>
      <ColumnChoice list={list} />
      <CopyApiCall list={list} />
    </>
  )
  return (
    <Tools end={end}>
      {view?.settings.searchable === false ? null : (
        <ToolSearch
          label={t('list.search')}
          value={list.search._q ?? ''}
          onSearch={(text, replace) => list.change({ _q: text === '' ? undefined : text }, { replace })}
        />
      )}
      {view?.settings.filterable === false ? null : <Filters list={list} />}
      {type.draftAndPublish ? <StatusChoice list={list} /> : null}
      <StageChoice list={list} />
      {type.localized ? <LocaleChoice list={list} /> : null}
    </Tools>
  )
}

function Filters({ list }: { readonly list: List }): ReactNode {
  const { t } = useTexts()
  const [open, setOpen] = useState(false)
  const conditions = countConditions(parseFilters(list.search.filters))
  return (
    <>
      <Button icon="filter" onClick={() => setOpen(true)}>
        {conditions === 0 ? t('list.filters') : t('list.filtersCount', { count: conditions })}
      </Button>
      {open ? (
        <Suspense>
          <FilterDialog list={list} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}

function StatusChoice({ list: { search, change } }: { readonly list: List }): ReactNode {
  const { t } = useTexts()
  return (
    <ToolChoice<NonNullable<ListSearch['status']>>
      label={t('list.state')}
      value={search.status ?? ''}
      options={[
        { value: '', label: t('list.anyState') },
        { value: 'draft', label: t('list.draft') },
        { value: 'published', label: t('list.published') },
        { value: 'modified', label: t('list.modified') },
      ]}
      onChange={status => change({ status })}
    />
  )
}

/** For types with a review. A stage that is gone since can still be taken back. */
function StageChoice({ list: { search, change, answer } }: { readonly list: List }): ReactNode {
  const { t } = useTexts()
  const stages = answer?.meta.stages ?? []
  if (stages.length === 0 && search.stage === undefined) return null
  return (
    <ToolChoice
      label={t('form.stage')}
      value={search.stage ?? ''}
      options={[
        { value: '', label: t('list.anyStage') },
        ...stages.map(({ id, name }) => ({ value: id, label: name })),
        ...(search.stage === undefined || stages.some(({ id }) => id === search.stage)
          ? []
          : [{ value: search.stage, label: '–' }]),
      ]}
      onChange={stage => change({ stage })}
    />
  )
}

function LocaleChoice({ list: { search, change, answer } }: { readonly list: List }): ReactNode {
  const { t } = useTexts()
  const { data: locales = [] } = useQuery(localesQuery)
  const usual = locales.find(({ isDefault }) => isDefault)?.code ?? answer?.data[0]?.locale ?? ''
  return (
    <ToolChoice
      label={t('list.locale')}
      value={search.locale ?? usual}
      options={[
        ...locales.map(({ code, name }) => ({ value: code, label: name })),
        { value: 'all', label: t('list.allLocales') },
      ]}
      onChange={locale => change({ locale: locale === usual ? undefined : locale })}
    />
  )
}
