/** Releases to come, and those that are done. */
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { ReleaseInfo } from '../../../../../src/admin-api/release-api.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { EmptyState, Loaded } from '../../../ui/display/states.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { Table } from '../../../ui/lists/table.tsx'
import { Page, PageHeader } from '../../../ui/page/page.tsx'
import { ReleaseDialog } from './release-dialog.tsx'
import { releasesQuery } from './release-queries.ts'
import { ReleaseState } from './release-state.tsx'

export function ReleasesPage(): ReactNode {
  const { t } = useTexts()
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const open = useQuery(releasesQuery('open'))
  const done = useQuery(releasesQuery('done'))
  return (
    <Page>
      <PageHeader
        title={t('releases.title')}
        subtitle={t('releases.text')}
        actions={
          <Button look="primary" icon="add" onClick={() => setOpen(true)}>
            {t('releases.create')}
          </Button>
        }
      />
      <Loaded query={open} lines={4}>
        {rows =>
          rows.length === 0 ? (
            <EmptyState icon="layers" title={t('releases.none')}>
              {t('releases.noneText')}
            </EmptyState>
          ) : (
            <Releases title={t('releases.toCome')} rows={rows} />
          )
        }
      </Loaded>
      {done.data === undefined || done.data.length === 0 ? null : (
        <div className="above-4">
          <Releases title={t('releases.past')} rows={done.data} />
        </div>
      )}
      {isOpen ? (
        <ReleaseDialog
          onClose={() => setOpen(false)}
          onSaved={({ id }) => void navigate({ to: '/content-manager/releases/$id', params: { id } })}
        />
      ) : null}
    </Page>
  )
}

function Releases({ title, rows }: { readonly title: string; readonly rows: readonly ReleaseInfo[] }): ReactNode {
  const { t, count, date } = useTexts()
  return (
    <>
      <h2 className="heavy below-2">{title}</h2>
      <Table
        label={title}
        rows={rows}
        keyOf={({ id }) => id}
        columns={[
          {
            header: t('releases.release'),
            cell: ({ id, name, count: amount }) => (
              <div className="stack gap-1 breaks">
                <Link to="/content-manager/releases/$id" params={{ id }}>
                  {name}
                </Link>
                <span className="small soft">{count('releases.entries', amount)}</span>
              </div>
            ),
          },
          {
            header: t('releases.when'),
            cell: ({ state, at, doneAt }) => (
              <div className="stack gap-1 at-start">
                <ReleaseState state={state} />
                {at === null && doneAt === null ? null : <span className="small">{date((doneAt ?? at)!)}</span>}
              </div>
            ),
          },
          {
            header: t('history.who'),
            cell: ({ doneBy, by, createdBy }) => (doneBy ?? by ?? createdBy)?.name ?? '–',
            wideOnly: true,
          },
        ]}
      />
    </>
  )
}
