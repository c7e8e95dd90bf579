/** Beside the form: who and when, the locales, the outline, and what is seldom needed. */
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { OpenEntry } from '../../../../../src/admin-api/content-api.ts'
import type { TypeInfo } from '../../../../../src/admin-api/schema-api.ts'
import { fieldLabel } from '../../../api/field-label.ts'
import { sessionQuery } from '../../../api/queries.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Icon } from '../../../ui/display/icon.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { localeSearch } from '../../../ui/page/content-place.ts'
import { Card } from '../../../ui/page/page.tsx'
import { ScheduleCard } from '../../activity/entry.ts'
import { useForm } from '../form-context.tsx'
import { Outline } from '../parts/outline.tsx'
import { useCell } from '../store/cell.ts'
import type { EntryActions } from '../use-entry-actions.ts'
import { Locales } from './locales.tsx'
import styles from './rail.module.css'
import { StageCard } from './stage-card.tsx'

export interface RailProps {
  readonly actions: EntryActions
  readonly canEdit: boolean
  readonly isDrawer: boolean
  /** Shows the page of the entry beside the form. */
  readonly onPreview: () => void
}

export function Rail({ actions, canEdit, isDrawer, onPreview }: RailProps): ReactNode {
  const { t } = useTexts()
  const { session, type, views } = useForm()
  const { entry } = useCell(session.meta)
  const { keeps } = useSuspenseQuery(sessionQuery).data
  const zones = Object.entries(type.attributes).filter(([, attribute]) => attribute.type === 'dynamiczone')
  return (
    <aside className={styles.rail} aria-label={t('form.information')}>
      {isDrawer && entry === null ? null : (
        <Card title={t('form.information')}>
          <Facts />
        </Card>
      )}
      {isDrawer || entry?.stage === undefined ? null : <StageCard entry={entry} stage={entry.stage} />}
      {isDrawer || entry === null || !type.draftAndPublish ? null : <ScheduleCard uid={type.uid} entry={entry} />}
      {isDrawer || !type.localized ? null : <Locales canEdit={canEdit} />}
      {zones.map(([name]) => (
        <Outline
          key={name}
          name={name}
          label={fieldLabel(name, views[type.uid]?.metadatas[name]?.edit.label)}
          disabled={!canEdit}
        />
      ))}
      {isDrawer ? null : (
        <div className={styles.links}>
          {entry !== null && type.preview ? (
            <Button wide icon="eye" onClick={onPreview}>
              {t('form.preview')}
            </Button>
          ) : null}
          {entry?.status === 'modified' ? <PageLink page="compare" type={type} entry={entry} /> : null}
          {entry !== null && keeps.versions ? <PageLink page="history" type={type} entry={entry} /> : null}
          <Link className={styles.link!} to={configurePath(type.kind)} params={{ uid: type.uid }}>
            <Icon name="sliders" size={18} />
            {t('form.configureView')}
          </Link>
          {entry?.may.delete ? (
            <Button wide look="danger" icon="trash" onClick={() => actions.ask({ kind: 'delete' })}>
              {t('form.deleteEntry')}
            </Button>
          ) : null}
        </div>
      )}
    </aside>
  )
}

interface PageLinkProps {
  readonly page: keyof typeof PAGES
  readonly type: Pick<TypeInfo, 'uid' | 'kind'>
  readonly entry: Pick<OpenEntry, 'id' | 'locale'>
}

const PAGES = {
  compare: { icon: 'columns', text: 'form.compare' },
  history: { icon: 'history', text: 'history.link' },
} as const

/** A page about the entry. */
function PageLink({ page, type: { uid, kind }, entry: { id, locale } }: PageLinkProps): ReactNode {
  const { t } = useTexts()
  const { icon, text } = PAGES[page]
  const content = (
    <>
      <Icon name={icon} size={18} />
      {t(text)}
    </>
  )
  return kind === 'collectionType' ? (
    <Link
      className={styles.link!}
      to={`/content-manager/collection-types/$uid/$id/${page}`}
      params={{ uid, id: String(id) }}
    >
      {content}
    </Link>
  ) : (
    <Link
      className={styles.link!}
      to={`/content-manager/single-types/$uid/${page}`}
      params={{ uid }}
      search={localeSearch(locale) as never}
    >
      {content}
    </Link>
  )
}

function configurePath(kind: 'collectionType' | 'singleType') {
  return kind === 'collectionType'
    ? ('/content-manager/collection-types/$uid/configurations/edit' as const)
    : ('/content-manager/single-types/$uid/configurations/edit' as const)
}

function Facts(): ReactNode {
  const { t, ago, date } = useTexts()
  const { session } = useForm()
  const { entry } = useCell(session.meta)
  const moment = (value: string | null) => (value === null ? '–' : <span title={date(value)}>{ago(value)}</span>)
  if (entry === null) return <p className="small soft">{t('form.notSavedYet')}</p>
  return (
    <dl className={styles.facts}>
      <dt>{t('form.created')}</dt>
      <dd>{moment(entry.createdAt)}</dd>
      <By name={entry.createdBy?.name} />
      <dt>{t('form.lastUpdate')}</dt>
      <dd>{moment(entry.pending?.savedAt ?? entry.updatedAt)}</dd>
      <By name={(entry.pending === null ? entry.updatedBy : entry.pending.by)?.name} />
      {entry.publishedAt === null ? null : (
        <>
          <dt>{t('list.published')}</dt>
          <dd>{moment(entry.publishedAt)}</dd>
        </>
      )}
    </dl>
  )
}

/** Nothing, if the entry came from an import or a program. */
function By({ name }: { readonly name: string | undefined }): ReactNode {
  const { t } = useTexts()
  if (name === undefined) return null
  return (
    <>
      <dt>{t('form.by')}</dt>
      <dd>{name}</dd>
    </>
  )
}
