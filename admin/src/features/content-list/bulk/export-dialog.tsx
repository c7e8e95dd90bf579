import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Progress } from '../../../ui/display/progress.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { DialogForm } from '../../../ui/overlays/dialog-form.tsx'
import type { BulkDialogProps } from './bulk-types.ts'
import { type ExportFormat, fileText, readEntries } from './export-entries.ts'

/** The chosen entries as a file, with the columns that are shown. */
export function ExportDialog({ list, chosen, amount, onClose }: BulkDialogProps): ReactNode {
  const { t, count } = useTexts()
  const [format, setFormat] = useState<ExportFormat>('csv')
  const [rows, setRows] = useState<number>()
  const [error, setError] = useState<Error>()
  const stop = useRef(new AbortController())
  useEffect(() => {
    const { current } = stop
    return () => current.abort()
  }, [])
  const run = async () => {
    setError(undefined)
    setRows(0)
    try {
      const columns = list.columns.map(({ name }) => name)
      const all = columns.includes('id') ? columns : ['id', ...columns]
      const asked = columns.filter(name => name !== 'id')
      const { signal } = stop.current
      const entries = await readEntries({ list, chosen, columns: asked, signal, onProgress: setRows })
      saveFile(`${list.type.pluralName}.${format}`, fileText(format, entries, all), format)
      onClose()
    } catch (failure) {
      if (stop.current.signal.aborted) return
      setRows(undefined)
      setError(failure as Error)
    }
  }
  return (
    <DialogForm
      title={count('list.exportTitle', amount)}
      size="small"
      submitLabel={t('list.export')}
      submitIcon="download"
      busy={rows !== undefined}
      error={error}
      onSubmit={() => void run()}
      onClose={onClose}
    >
      <p>{t('list.exportText')}</p>
      <Select
        label={t('list.format')}
        value={format}
        options={[
          { value: 'csv', label: 'CSV' },
          { value: 'json', label: 'JSON' },
        ]}
        onChange={next => setFormat(next as ExportFormat)}
      />
      {rows === undefined ? null : <Progress label={count('list.exported', rows)} value={rows / Math.max(amount, 1)} />}
    </DialogForm>
  )
}

const TYPES = { csv: 'text/csv;charset=utf-8', json: 'application/json' } as const

function saveFile(name: string, text: string, format: ExportFormat): void {
  // Without the mark at the start, spreadsheets take the file for another encoding.
  const parts = format === 'csv' ? ['\uFEFF', text] : [text]
  const address = URL.createObjectURL(new Blob(parts, { type: TYPES[format] }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
