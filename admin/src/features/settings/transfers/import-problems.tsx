import type { ReactNode } from 'react'
import type { ImportProblem } from '../../../../../src/admin-api/settings/transfer-api.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { Table } from '../../../ui/lists/table.tsx'

/** All of them can be fetched as a file. */
const MOST_SHOWN = 20

interface ImportProblemsProps {
  readonly name: string
  readonly problems: readonly ImportProblem[]
  readonly more: boolean
}

export function ImportProblems({ name, problems, more }: ImportProblemsProps): ReactNode {
  const { t, number } = useTexts()
  const fetchAll = () => {
    const lines = problems.map(({ line, text }) => `${name}${line === null ? '' : `, line ${line}`}: ${text}\n`)
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob(lines, { type: 'text/plain' }))
    link.download = `${name}.problems.txt`
    link.click()
    URL.revokeObjectURL(link.href)
  }
  return (
    <div className="stack gap-2">
      <Table
        label={t('transfer.problems')}
        rows={problems.slice(0, MOST_SHOWN)}
        keyOf={({ line, text }) => `${line} ${text}`}
        columns={[
          { header: t('transfer.line'), align: 'end', cell: ({ line }) => (line === null ? '' : number(line)) },
          { header: t('transfer.problem'), cell: ({ text }) => <span className="breaks">{text}</span> },
        ]}
      />
      {more ? <p className="small soft">{t('transfer.more')}</p> : null}
      <div className="row">
        <Button icon="download" onClick={fetchAll}>
          {t('transfer.downloadProblems')}
        </Button>
      </div>
    </div>
  )
}
