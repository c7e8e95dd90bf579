import { type ReactNode, useState } from 'react'
import type { ExportFormat, ExportQuery, TransferState } from '../../../../../src/admin-api/settings/transfer-api.ts'
import { queryText } from '../../../api/query-text.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Notice } from '../../../ui/display/notice.tsx'
import { Switch } from '../../../ui/inputs/checkbox.tsx'
import { Choices } from '../../../ui/inputs/choices.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { Card } from '../../../ui/page/page.tsx'
import { SettingsForm } from '../../../ui/page/settings-form.tsx'
import { EndedTask, isOpen, RunningTask, useIsNew } from '../shared/server-task.tsx'
import { useChanged } from '../shared/settings-query.ts'

/** The server notices the request a moment after the browser has sent it. */
const A_MOMENT = 400

interface ExportProps {
  readonly transfers: TransferState
}

export function ExportCard({ transfers }: ExportProps): ReactNode {
  const { t } = useTexts()
  const task = transfers.export
  const isNew = useIsNew(task)
  if (task !== null && isOpen(task))
    return (
      <Card title={t('transfer.exportTitle')}>
        <RunningTask kind="export" task={task} />
      </Card>
    )
  return <ExportForm transfers={transfers} isNew={isNew} />
}

function ExportForm({ transfers, isNew }: ExportProps & { readonly isNew: boolean }): ReactNode {
  const { t } = useTexts()
  const changed = useChanged()
  const [format, setFormat] = useState<ExportFormat>('populus')
  const [types, setTypes] = useState<readonly string[]>(transfers.types.map(({ uid }) => uid))
  const [locale, setLocale] = useState('')
  const [withDrafts, setDrafts] = useState(true)
  const [isEmpty, setEmpty] = useState(false)
  const onSubmit = async (event: { preventDefault: () => void }) => {
    event.preventDefault()
    const isNothing = format === 'populus' && types.length === 0
    setEmpty(isNothing)
    if (isNothing) return
    const parts = format === 'strapi' ? {} : chosenParts(transfers, { types, locale, withDrafts })
    follow(`/admin/api/export?${queryText({ format, ...parts })}`)
    await new Promise(resolve => setTimeout(resolve, A_MOMENT))
    await changed(null)
  }
  const { export: task } = transfers
  return (
    <SettingsForm
      title={t('transfer.exportTitle')}
      form={{ busy: false, error: undefined, onSubmit }}
      isColumn
      submitLabel={t('transfer.exportButton')}
      after={
        <div role="status">
          {task === null || !isNew ? null : (
            <div className="above-3">
              <EndedTask task={task} />
              {task.state === 'done' ? (
                <Notice look="success">{t('transfer.exportDone', { name: task.facts.name })}</Notice>
              ) : null}
            </div>
          )}
        </div>
      }
    >
      <p className="soft">{t('transfer.exportText')}</p>
      {transfers.strapi ? (
        <Select
          label={t('transfer.format')}
          value={format}
          options={[
            { value: 'populus', label: t('transfer.formatPopulus') },
            { value: 'strapi', label: t('transfer.formatStrapi') },
          ]}
          onChange={value => setFormat(value as ExportFormat)}
        />
      ) : null}
      {format === 'strapi' ? null : (
        <>
          <Choices
            title={t('transfer.exportTypes')}
            options={transfers.types.map(({ uid, displayName }) => ({ value: uid, label: displayName }))}
            chosen={types}
            error={isEmpty ? t('transfer.noTypes') : undefined}
            onChange={setTypes}
          />
          {transfers.locales.length < 2 ? null : (
            <Select
              label={t('transfer.exportLocale')}
              value={locale}
              options={[
                { value: '', label: t('transfer.allLocales') },
                ...transfers.locales.map(code => ({ value: code, label: code })),
              ]}
              onChange={setLocale}
            />
          )}
          <Switch label={t('transfer.exportDrafts')} checked={withDrafts} onChange={setDrafts} />
          <p className="small soft">{t('transfer.exportParts')}</p>
        </>
      )}
    </SettingsForm>
  )
}

interface Parts {
  readonly types: readonly string[]
  readonly locale: string
  readonly withDrafts: boolean
}

function chosenParts(transfers: TransferState, { types, locale, withDrafts }: Parts): ExportQuery {
  return {
    ...(types.length === transfers.types.length ? {} : { types: types.join(',') }),
    ...(locale === '' ? {} : { locale }),
    ...(withDrafts ? {} : { drafts: 'false' }),
  }
}

/** The browser stores what it leads to. */
function follow(address: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  link.click()
}
