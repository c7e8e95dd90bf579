/** Which entries of a list are shown, in which order, and how many: of the request itself, or of a part of it. */
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { Json, JsonObject } from '../../../../src/admin-api/route-types.ts'
import type { TypeInfo } from '../../../../src/admin-api/schema-api.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { Button } from '../../ui/inputs/button.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import { TextField } from '../../ui/inputs/text-field.tsx'
import { datedFilters } from '../content-list/entry.ts'
import { isObject, optionsAt, type Place, put } from './edit-query.ts'
import styles from './explorer.module.css'
import { fieldsOf } from './model-fields.ts'

const FiltersDialog = lazy(async () => ({
  default: (await import('../content-list/filters/entry.ts')).FiltersDialog,
}))

export interface PartOptionsProps {
  readonly query: JsonObject
  readonly place: Place
  readonly type: TypeInfo
  /** Names the part for those who do not see where the fields are. */
  readonly label: string
  readonly onChange: (query: JsonObject) => void
}

export function PartOptions({ query, place, type, label, onChange }: PartOptionsProps): ReactNode {
  const { t, count } = useTexts()
  const [isFiltering, setFiltering] = useState(false)
  const options = optionsAt(query, place) ?? {}
  const set = (names: readonly string[], value: Json | undefined) => onChange(put(query, [...place, ...names], value))
  const filters = isObject(options.filters) ? options.filters : undefined
  return (
    <fieldset className={styles.options}>
      <legend className="visually-hidden">{t('explorer.optionsOf', { name: label })}</legend>
      <Button size="small" icon="filter" onClick={() => setFiltering(true)}>
        {filters === undefined ? t('list.filters') : count('explorer.filters', Object.keys(filters).length)}
      </Button>
      <SortChoice {...{ type, options }} onChange={sort => set(['sort'], sort)} />
      {['pageSize', 'page'].map(name => (
        <TextField
          key={name}
          label={t(name === 'page' ? 'explorer.page' : 'explorer.pageSize')}
          type="number"
          inputMode="numeric"
          value={pageValue(options, name)}
          onChange={value => set(['pagination', name], value === '' ? undefined : value)}
        />
      ))}
      {isFiltering ? (
        <Suspense>
          <FiltersDialog
            type={type}
            filters={filters}
            onApply={next => set(['filters'], next === undefined ? undefined : datedFilters(next))}
            onClose={() => setFiltering(false)}
          />
        </Suspense>
      ) : null}
    </fieldset>
  )
}

function pageValue({ pagination }: JsonObject, name: string): string {
  return isObject(pagination) ? String(pagination[name] ?? '') : ''
}

interface SortChoiceProps {
  readonly type: TypeInfo
  readonly options: JsonObject
  readonly onChange: (sort: readonly string[] | undefined) => void
}

/** By one field, in either order. What the address sorts by besides stays. */
function SortChoice({ type, options, onChange }: SortChoiceProps): ReactNode {
  const { t } = useTexts()
  const [first = '', ...rest] = Array.isArray(options.sort) ? options.sort.map(String) : []
  const names = ['id', ...fieldsOf(type)]
  const known = names.flatMap(name => [
    { value: `${name}:asc`, label: `${name} ↑` },
    { value: `${name}:desc`, label: `${name} ↓` },
  ])
  const all =
    first === '' || known.some(({ value }) => value === first) ? known : [...known, { value: first, label: first }]
  return (
    <Select
      label={t('explorer.sort')}
      value={first}
      options={[{ value: '', label: '–' }, ...all]}
      onChange={next => onChange(next === '' ? undefined : [next, ...rest])}
    />
  )
}
