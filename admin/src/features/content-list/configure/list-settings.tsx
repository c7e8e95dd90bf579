import type { ReactNode } from 'react'
import type { TypeInfo } from '../../../../../src/admin-api/schema-api.ts'
import type { ViewConfiguration } from '../../../../../src/admin-api/view-api.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Switch } from '../../../ui/inputs/checkbox.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { availableColumns } from '../columns.ts'
import styles from './configure.module.css'

type Settings = ViewConfiguration['settings']

const SIZES = [10, 25, 50, 100]

export interface ListSettingsProps {
  readonly type: TypeInfo
  readonly view: ViewConfiguration
  readonly onChange: (settings: Settings) => void
}

/** What the list offers, how long its pages are, and its order. */
export function ListSettings({ type, view, onChange }: ListSettingsProps): ReactNode {
  const { t } = useTexts()
  const { settings } = view
  const set = (change: Partial<Settings>) => onChange({ ...settings, ...change })
  const sizes = [...new Set([...SIZES, settings.pageSize])].toSorted((a, b) => a - b)
  const sorted = availableColumns(type, view).filter(({ name, sortBy }) => sortBy === name)
  return (
    <div className={styles.settings}>
      <Switch
        label={t('list.enableSearch')}
        checked={settings.searchable}
        onChange={searchable => set({ searchable })}
      />
      <Switch
        label={t('list.enableFilters')}
        checked={settings.filterable}
        onChange={filterable => set({ filterable })}
      />
      <Switch label={t('list.enableBulk')} checked={settings.bulkable} onChange={bulkable => set({ bulkable })} />
      <Select
        label={t('common.pageSize')}
        value={String(settings.pageSize)}
        options={sizes.map(size => ({ value: String(size), label: String(size) }))}
        onChange={size => set({ pageSize: Number(size) })}
      />
      <Select
        label={t('list.defaultSort')}
        value={settings.defaultSortBy}
        options={sorted.map(({ name, label }) => ({ value: name, label }))}
        onChange={defaultSortBy => set({ defaultSortBy })}
      />
      <Select
        label={t('list.defaultOrder')}
        value={settings.defaultSortOrder}
        options={[
          { value: 'ASC', label: t('list.ascending') },
          { value: 'DESC', label: t('list.descending') },
        ]}
        onChange={order => set({ defaultSortOrder: order === 'DESC' ? 'DESC' : 'ASC' })}
      />
    </div>
  )
}
