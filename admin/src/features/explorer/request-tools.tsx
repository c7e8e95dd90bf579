/** What a request is about: the type, one entry or a list, who asks, the language, drafts. */
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { AddressedQuery } from '../../../../src/admin-api/explain-api.ts'
import type { Json } from '../../../../src/admin-api/route-types.ts'
import type { TypeInfo } from '../../../../src/admin-api/schema-api.ts'
import { localesQuery } from '../../api/queries.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import { TextField } from '../../ui/inputs/text-field.tsx'
import { CallerChoice } from '../explain/entry.ts'
import { put } from './edit-query.ts'
import styles from './explorer.module.css'
import { PartOptions } from './part-options.tsx'
import { type Explorer, openTypes } from './use-explorer.ts'

export interface RequestToolsProps {
  readonly explorer: Explorer
  readonly type: TypeInfo
  readonly query: AddressedQuery
}

export function RequestTools({ explorer, type, query }: RequestToolsProps): ReactNode {
  const { t } = useTexts()
  const { schema, as, change, choose } = explorer
  const types = openTypes(schema)
  const set = (name: string, value: Json | undefined) =>
    change(type, { ...query, query: put(query.query, [name], value) })
  return (
    <div className="stack gap-3 below-4">
      <div className={styles.controls}>
        <Select
          label={t('history.type')}
          value={type.uid}
          options={types.map(({ uid, displayName }) => ({ value: uid, label: displayName }))}
          onChange={uid => change(types.find(other => other.uid === uid)!, { type: uid, part: null, query: {} })}
        />
        <CallerChoice value={as} onChange={choose} />
        {type.kind === 'singleType' ? null : (
          <TextField
            label={t('explorer.entry')}
            value={query.part ?? ''}
            placeholder={t('explorer.entryHint')}
            onChange={part => change(type, { ...query, part: part === '' ? null : part })}
          />
        )}
        {type.localized ? <LocaleChoice value={query.query.locale} onChange={code => set('locale', code)} /> : null}
        {type.draftAndPublish ? (
          <Select
            label={t('explorer.drafts')}
            value={query.query.publicationState === 'preview' ? 'preview' : ''}
            options={[
              { value: '', label: t('explorer.draftsOff') },
              { value: 'preview', label: t('explorer.draftsOn') },
            ]}
            onChange={state => set('publicationState', state === '' ? undefined : state)}
          />
        ) : null}
      </div>
      {type.kind === 'singleType' || query.part !== null ? null : (
        <PartOptions
          query={query.query}
          place={[]}
          type={type}
          label={type.displayName}
          onChange={next => change(type, { ...query, query: next })}
        />
      )}
    </div>
  )
}

interface LocaleChoiceProps {
  readonly value: Json | undefined
  readonly onChange: (code: string | undefined) => void
}

function LocaleChoice({ value, onChange }: LocaleChoiceProps): ReactNode {
  const { t } = useTexts()
  const { data = [] } = useQuery(localesQuery)
  const codes = ['all', ...data.map(({ code }) => code)]
  const text = typeof value === 'string' ? value : ''
  const options = [...new Set([...codes, ...(text === '' ? [] : [text])])]
  return (
    <Select
      label={t('explorer.locale')}
      value={text}
      options={[
        { value: '', label: t('explorer.usualLocale') },
        ...options.map(code => ({ value: code, label: code })),
      ]}
      onChange={code => onChange(code === '' ? undefined : code)}
    />
  )
}
