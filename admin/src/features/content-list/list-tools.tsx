/** Above the rows: search, filters, state, locale, columns, and the list as an API call. */
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { localesQuery } from '../../api/queries.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { CopyApiCall } from './api-call.tsx'
import { ColumnChoice } from './column-choice.tsx'
import { countConditions, parseFilters } from './filters/filter-tree.ts'
import styles from './list-page.module.css'
import type { ListSearch } from './list-search.ts'
import type { List } from './use-list.ts'

const FilterDialog = lazy(async () => ({ default: (await import('./filters/filter-dialog.tsx')).FilterDialog }))

export function ListTools({ list }: { readonly list: List }): ReactNode {
  const { view, type } = list
  return (
    <div className={styles.tools}>
      {view?.settings.searchable === false ? null : <SearchField list={list} />}
      {view?.settings.filterable === false ? null : <Filters list={list} />}
      {type.draftAndPublish ? <StatusChoice list={list} /> : null}
      {type.localized ? <LocaleChoice list={list} /> : null}
      <div className={styles.end}>
        <ColumnChoice list={list} />
        <CopyApiCall list={list} />
      </div>
    </div>
  )
}

const PAUSE = 250

/** The list follows the typing; the address gets one entry of the history for a search, not one for each letter. */
function SearchField({ list: { search, change } }: { readonly list: List }): ReactNode {
  const { t } = useTexts()
  const [text, setText] = useState(search._q ?? '')
  const sent = useRef(search._q ?? '')
  const latest = useRef(change)
  latest.current = change
  useEffect(() => {
    // The address was changed by something else: back, forward, a saved view.
    if ((search._q ?? '') === sent.current) return
    sent.current = search._q ?? ''
    setText(sent.current)
  }, [search._q])
  useEffect(() => {
    const wanted = text.trim()
    if (wanted === sent.current) return
    const timer = setTimeout(() => {
      const replace = sent.current !== '' && wanted !== ''
      sent.current = wanted
      latest.current({ _q: wanted === '' ? undefined : wanted }, { replace })
    }, PAUSE)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <div className={styles.search}>
      <TextField
        type="search"
        icon="search"
        label={t('list.search')}
        placeholder={t('list.search')}
        hideLabel
        value={text}
        onChange={setText}
      />
    </div>
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
    <div className={styles.select}>
      <Select
        label={t('list.state')}
        hideLabel
        value={search.status ?? ''}
        options={[
          { value: '', label: t('list.anyState') },
          { value: 'draft', label: t('list.draft') },
          { value: 'published', label: t('list.published') },
          { value: 'modified', label: t('list.modified') },
        ]}
        onChange={status => change({ status: status === '' ? undefined : (status as ListSearch['status']) })}
      />
    </div>
  )
}

function LocaleChoice({ list: { search, change, answer } }: { readonly list: List }): ReactNode {
  const { t } = useTexts()
  const { data: locales = [] } = useQuery(localesQuery)
  const usual = locales.find(({ isDefault }) => isDefault)?.code ?? answer?.data[0]?.locale ?? ''
  return (
    <div className={styles.select}>
      <Select
        label={t('list.locale')}
        hideLabel
        value={search.locale ?? usual}
        options={[
          ...locales.map(({ code, name }) => ({ value: code, label: name })),
          { value: 'all', label: t('list.allLocales') },
        ]}
        onChange={locale => change({ locale: locale === usual ? undefined : locale })}
      />
    </div>
  )
}
