import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { call } from '../../../api/call.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { TextField } from '../../../ui/inputs/text-field.tsx'
import { useSettled } from '../../../ui/lists/use-settled.ts'
import styles from './bulk.module.css'

export interface RelatedEntryProps {
  readonly uid: string
  readonly field: string
  readonly label: string
  readonly hideLabel?: boolean
  /** The id, or nothing. */
  readonly value: string
  readonly onChange: (value: string) => void
}

/** One entry of a relation, found by typing. */
export function RelatedEntry({ uid, field, label, hideLabel = false, value, onChange }: RelatedEntryProps): ReactNode {
  const { t } = useTexts()
  const [text, setText] = useState('')
  const wanted = useSettled(text)
  const { data } = useQuery({
    queryKey: ['pick', uid, field, wanted],
    queryFn: ({ signal }) =>
      call('GET /pick/:uid/:field', {
        params: { uid, field },
        query: { pageSize: 20, ...(wanted === '' ? {} : { _q: wanted }) },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
  const [chosen, setChosen] = useState(value === '' ? undefined : { id: Number(value), title: '' })
  const found = data?.data ?? []
  const options = chosen === undefined || found.some(({ id }) => id === chosen.id) ? found : [chosen, ...found]
  return (
    <div className={styles.related}>
      <TextField
        type="search"
        icon="search"
        label={t('list.searchIn', { name: label })}
        hideLabel
        placeholder={t('list.search')}
        value={text}
        onChange={setText}
      />
      <Select
        label={label}
        hideLabel={hideLabel}
        value={value}
        options={[
          { value: '', label: t('list.noEntry') },
          ...options.map(({ id, title }) => ({ value: String(id), label: title || `#${id}` })),
        ]}
        onChange={id => {
          setChosen(found.find(item => String(item.id) === id))
          onChange(id)
        }}
      />
    </div>
  )
}
