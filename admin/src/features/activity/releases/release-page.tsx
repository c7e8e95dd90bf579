/** One release: its entries, what would happen to each of them, and what can be done with it. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Release } from '../../../../../src/admin-api/release-api.ts'
import { call } from '../../../api/call.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Notice } from '../../../ui/display/notice.tsx'
import { EmptyState, Loaded } from '../../../ui/display/states.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { AskButton } from '../../../ui/overlays/ask-button.tsx'
import { showToast } from '../../../ui/overlays/toast.tsx'
import { Page, PageHeader } from '../../../ui/page/page.tsx'
import { ReleaseDialog } from './release-dialog.tsx'
import { ReleaseItems } from './release-items.tsx'
import { RELEASES, releaseQuery } from './release-queries.ts'
import { ReleaseState } from './release-state.tsx'

export function ReleasePage(): ReactNode {
  const { id } = useParams({ strict: false }) as { readonly id: string }
  const query = useQuery(releaseQuery(id))
  return (
    <Page>
      <Loaded query={query} lines={6} isPage>
        {release => <Shown release={release} />}
      </Loaded>
    </Page>
  )
}

interface ReleaseProps {
  readonly release: Release
}

function Shown({ release }: ReleaseProps): ReactNode {
  const { t, count } = useTexts()
  const { name, state, items, hidden, mayChange } = release
  return (
    <>
      <PageHeader
        title={name}
        back={<Link to="/content-manager/releases">{t('releases.title')}</Link>}
        subtitle={
          <span className="row wrap gap-2">
            <ReleaseState state={state} /> <When release={release} />
          </span>
        }
        actions={mayChange ? <Actions release={release} /> : undefined}
      />
      <div className="stack gap-4">
        <Failure release={release} />
        {items.length === 0 ? (
          <EmptyState icon="layers" title={t('releases.noEntries')} />
        ) : (
          <ReleaseItems release={release} />
        )}
        {hidden === 0 ? null : <p className="small soft">{count('releases.hidden', hidden)}</p>}
      </div>
    </>
  )
}

function When({ release: { at, doneAt, doneBy } }: ReleaseProps): ReactNode {
  const { t, date } = useTexts()
  if (doneAt === null) return at === null ? null : date(at)
  return doneBy === null
    ? t('releases.doneAt', { date: date(doneAt) })
    : t('releases.doneBy', { date: date(doneAt), name: doneBy.name })
}

/** Why it was not done at its time; the entries say it themselves, below. */
function Failure({ release: { state, problems, items } }: ReleaseProps): ReactNode {
  const { t, problemText } = useTexts()
  if (state !== 'failed') return null
  const titles = new Map(items.map(({ uid, id, title }) => [`${uid} ${id}`, title]))
  const lines = [
    ...new Set(
      problems.map(({ uid, id, message }) =>
        [titles.get(`${uid} ${id}`), problemText(message)].filter(text => text !== undefined).join(': '),
      ),
    ),
  ]
  return (
    <Notice look="error">
      <p>{t('releases.notDone')}</p>
      <ul className="bullets">
        {lines.map(line => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Notice>
  )
}

function Actions({ release }: ReleaseProps): ReactNode {
  const { t } = useTexts()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const params = { id: release.id }
  const publish = async () => {
    try {
      await call('POST /releases/:id/publish', { params })
      showToast({ message: t('releases.published') })
    } finally {
      await client.invalidateQueries({ queryKey: RELEASES })
    }
  }
  const remove = async () => {
    await call('DELETE /releases/:id', { params })
    showToast({ message: t('releases.deleted') })
    await navigate({ to: '/content-manager/releases' })
    await client.invalidateQueries({ queryKey: RELEASES })
  }
  return (
    <>
      <AskButton look="danger" icon="trash" label={t('releases.delete')} onConfirm={remove}>
        {t('releases.deleteText')}
      </AskButton>
      <Button icon="clock" onClick={() => setOpen(true)}>
        {t('releases.edit')}
      </Button>
      {release.count === 0 ? null : (
        <AskButton look="primary" icon="check" isSafe label={t('releases.publish')} onConfirm={publish}>
          {t('releases.publishText')}
        </AskButton>
      )}
      {isOpen ? <ReleaseDialog release={release} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
