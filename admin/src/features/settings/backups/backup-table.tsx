import type { ReactNode } from 'react'
import type { BackupList, StoredBackup } from '../../../../../src/admin-api/settings/transfer-api.ts'
import { call } from '../../../api/call.ts'
import { byteText } from '../../../api/size-text.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { EmptyState } from '../../../ui/display/states.tsx'
import { Table } from '../../../ui/lists/table.tsx'
import { AskButton } from '../../../ui/overlays/ask-button.tsx'
import { NameCell } from '../shared/name-cell.tsx'
import { useChanged } from '../shared/settings-query.ts'

export function BackupTable({ list }: { readonly list: BackupList }): ReactNode {
  const { t, date } = useTexts()
  const { folder, server, isShared, backups } = list
  if (backups.length === 0) return <EmptyState icon="history" title={t('transfer.noBackups')} />
  return (
    <section className="stack gap-2">
      <Table
        label={t('shell.placeBackups')}
        rows={backups}
        keyOf={({ name }) => name}
        columns={[
          {
            header: t('transfer.backupMade'),
            cell: ({ name, createdAt }) => <NameCell text={name}>{date(createdAt)}</NameCell>,
          },
          { header: t('transfer.backupContent'), cell: backup => <Content backup={backup} />, wideOnly: true },
          {
            header: t('transfer.actions'),
            hideHeader: true,
            align: 'end',
            cell: backup => <Actions backup={backup} />,
          },
        ]}
      />
      <p className="small soft">
        {t('transfer.backupPlace', { folder, server })} {isShared ? t('transfer.backupShared') : null}
      </p>
    </section>
  )
}

const fileAddress = (name: string): string => `/admin/api/backups/${encodeURIComponent(name)}/file`

function Content({ backup: { size, encrypted, content } }: { readonly backup: StoredBackup }): ReactNode {
  const { t, number } = useTexts()
  const holds =
    content === null
      ? t('transfer.backupUnreadable')
      : t('transfer.backupHolds', { rows: number(content.rows), files: number(content.files) })
  return (
    <div className="stack gap-1">
      <span>{byteText(size, number)}</span>
      {encrypted ? <Badge>{t('transfer.backupEncrypted')}</Badge> : <span className="small soft">{holds}</span>}
    </div>
  )
}

function Actions({ backup }: { readonly backup: StoredBackup }): ReactNode {
  const { t } = useTexts()
  const { name } = backup
  return (
    <div className="row wrap gap-3 ends">
      <a href={fileAddress(name)} download={name} aria-label={t('transfer.downloadNamed', { name })}>
        {t('transfer.download')}
      </a>
      <Remove backup={backup} />
    </div>
  )
}

function Remove({ backup: { name } }: { readonly backup: StoredBackup }): ReactNode {
  const { t } = useTexts()
  const changed = useChanged()
  const remove = async () => {
    await call('DELETE /backups/:name', { params: { name } })
    await changed(t('transfer.backupDeleted'))
  }
  return (
    <AskButton
      look="danger"
      size="small"
      label={t('settings.deleteButton')}
      title={t('transfer.deleteBackup')}
      onConfirm={remove}
    >
      {t('transfer.deleteBackupText', { name })}
    </AskButton>
  )
}
