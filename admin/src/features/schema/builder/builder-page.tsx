/** The Content-Type Builder: one type or component, to be changed. Nothing is written before its plan was seen. */
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { Fragment, type ReactNode, useState } from 'react'
import type { ModelFile, SchemaFilesInfo, WishedChange } from '../../../../../src/admin-api/builder-api.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { EmptyState, Loaded } from '../../../ui/display/states.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { Page, PageHeader } from '../../../ui/page/page.tsx'
import { AttributeList } from './attribute-list.tsx'
import { filesQuery } from './builder-queries.ts'
import { changeOf, copyOf, draftOf, emptyDraft, isSame, type ModelDraft } from './edited-model.ts'
import { LeaveBuilder } from './leave-builder.tsx'
import { ModelSettings } from './model-settings.tsx'
import { ReviewDialog } from './review-dialog.tsx'

const BUILDER = '/plugins/content-type-builder'
const creating = getRouteApi('/plugins/content-type-builder/create')

/** A type or component that exists. */
export function ChangePage({ uid }: { readonly uid: string }): ReactNode {
  return (
    <Begun key={uid}>
      {(files, onSaved) => {
        const file = files.models.find(model => model.uid === uid)
        return file === undefined ? <NoFile /> : <Builder {...{ files, file, onSaved }} start={draftOf(file)} />
      }}
    </Begun>
  )
}

/** A new one: an empty one, or a copy. */
export function CreatePage(): ReactNode {
  const { kind, from } = creating.useSearch()
  return (
    <Begun key={`${kind} ${from}`}>
      {(files, onSaved) => {
        const original = files.models.find(model => model.uid === from)
        return <Builder {...{ files, onSaved }} start={original === undefined ? emptyDraft(kind) : copyOf(original)} />
      }}
    </Begun>
  )
}

interface BegunProps {
  readonly children: (files: SchemaFilesInfo, onSaved: () => void) => ReactNode
}

/**
 * What is written stays with the files it began with, whatever comes later, until it is saved. They are read anew with every
 * visit: a change that begins with older ones is refused.
 */
function Begun({ children }: BegunProps): ReactNode {
  const files = useQuery(filesQuery)
  const [begun, setBegun] = useState<SchemaFilesInfo>()
  const { isFetchedAfterMount, error, refetch } = files
  if (begun === undefined && isFetchedAfterMount && files.data !== undefined) setBegun(files.data)
  return (
    <Loaded query={{ data: begun, error: isFetchedAfterMount ? error : null, refetch }} lines={8}>
      {info => <Fragment key={info.version}>{children(info, () => setBegun(undefined))}</Fragment>}
    </Loaded>
  )
}

function NoFile(): ReactNode {
  const { t } = useTexts()
  return (
    <Page>
      <PageHeader title={t('shell.notFound')} back={<Link to={BUILDER}>{t('shell.builder')}</Link>} />
      <EmptyState title={t('shell.notFoundText')} icon="help" />
    </Page>
  )
}

interface BuilderProps {
  readonly files: SchemaFilesInfo
  /** Absent: a new one. */
  readonly file?: ModelFile
  readonly start: ModelDraft
  /** The files are others now. */
  readonly onSaved: () => void
}

const TITLES = {
  collectionType: 'schema.addCollectionType',
  singleType: 'schema.addSingleType',
  component: 'schema.addComponent',
} as const

function Builder({ files, file, start, onSaved }: BuilderProps): ReactNode {
  const { t } = useTexts()
  const navigate = useNavigate()
  const [draft, setDraft] = useState(start)
  const [reviewed, setReviewed] = useState<WishedChange>()
  const isReady = file === undefined ? draft.name !== '' : !isSame(draft, start)
  const done = (created: readonly string[]) => {
    setReviewed(undefined)
    const [uid] = created
    // What was typed is saved: nobody has to be asked.
    const away = { replace: true, ignoreBlocker: true }
    if (reviewed?.action === 'delete') void navigate({ to: BUILDER, ...away })
    else if (uid !== undefined) void navigate({ to: `${BUILDER}/$uid`, params: { uid }, ...away })
    else onSaved()
  }
  return (
    <Page>
      <PageHeader
        title={file === undefined ? t(TITLES[draft.kind]) : start.displayName || file.uid}
        subtitle={file === undefined ? t('builder.lead') : <code className="breaks">{file.path}</code>}
        back={<Link to={BUILDER}>{t('shell.builder')}</Link>}
        actions={
          <>
            {file === undefined ? null : <FileActions file={file} onDelete={setReviewed} />}
            <Button
              look="primary"
              icon="check"
              disabled={!isReady}
              onClick={() => setReviewed(changeOf(draft, file?.uid))}
            >
              {t('builder.review')}
            </Button>
          </>
        }
      />
      <div className="stack gap-4">
        <ModelSettings draft={draft} isNew={file === undefined} files={files} onChange={setDraft} />
        <AttributeList
          draft={draft}
          uid={file?.uid}
          files={files}
          onChange={attributes => setDraft({ ...draft, attributes })}
        />
      </div>
      {reviewed === undefined ? null : (
        <ReviewDialog version={files.version} change={reviewed} onClose={() => setReviewed(undefined)} onDone={done} />
      )}
      <LeaveBuilder isChanged={!isSame(draft, start)} />
    </Page>
  )
}

interface FileActionsProps {
  readonly file: ModelFile
  readonly onDelete: (change: WishedChange) => void
}

function FileActions({ file: { uid, kind }, onDelete }: FileActionsProps): ReactNode {
  const { t } = useTexts()
  const navigate = useNavigate()
  return (
    <>
      <Button icon="copy" onClick={() => void navigate({ to: `${BUILDER}/create`, search: { kind, from: uid } })}>
        {t('builder.duplicate')}
      </Button>
      <Button look="danger" icon="trash" onClick={() => onDelete({ action: 'delete', uid })}>
        {t('builder.deleteModel')}
      </Button>
    </>
  )
}
