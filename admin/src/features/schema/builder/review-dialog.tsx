/** Before anything is written: the files, the statements for the database, and what a person has to agree to. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { PlanRisk, SchemaPlan, WishedChange } from '../../../../../src/admin-api/builder-api.ts'
import { call } from '../../../api/call.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { ErrorNotice, Notice } from '../../../ui/display/notice.tsx'
import { Skeleton } from '../../../ui/display/states.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { Checkbox } from '../../../ui/inputs/checkbox.tsx'
import { Choices } from '../../../ui/inputs/choices.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { DialogButtons } from '../../../ui/overlays/dialog-form.tsx'
import { showToast } from '../../../ui/overlays/toast.tsx'
import styles from './builder.module.css'
import { forgetTypes } from './builder-queries.ts'
import { Code, FileDiff } from './file-diff.tsx'

export interface ReviewDialogProps {
  /** Of the files that the change starts from. */
  readonly version: string
  readonly change: WishedChange
  readonly onClose: () => void
  /** With the uids of new models. */
  readonly onDone: (created: readonly string[]) => void
}

type Drafts = 'publish' | 'delete'

export function ReviewDialog({ version, change, onClose, onDone }: ReviewDialogProps): ReactNode {
  const { t } = useTexts()
  const [drafts, setDrafts] = useState<Drafts>()
  const [confirmed, setConfirmed] = useState<readonly string[]>([])
  const [chosen, setChosen] = useState<readonly string[]>()
  const body = { version, changes: [change], ...(drafts && { drafts }) }
  const plan = useQuery({
    queryKey: ['schema-plan', body],
    queryFn: async ({ signal }) => (await call('POST /schema/plan', { body, signal })).data,
    retry: false,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  const offered = plan.data?.roles ?? []
  const roles = chosen ?? offered.filter(({ isUsual }) => isUsual).map(({ code }) => code)
  const save = useSave(() => call('POST /schema/apply', { body: { ...body, confirmed, roles } }), onDone)
  const open = plan.data?.confirm.filter(({ key }) => !confirmed.includes(key)) ?? []
  const isReady = plan.data !== undefined && !plan.isFetching && open.length === 0
  const isDeletion = change.action === 'delete'
  return (
    <Dialog
      title={t('builder.reviewTitle')}
      size="large"
      onClose={onClose}
      actions={
        <DialogButtons
          submitLabel={t(isDeletion ? 'builder.deleteModel' : 'common.save')}
          look={isDeletion ? 'danger' : 'primary'}
          busy={save.isBusy}
          disabled={!isReady}
          onSubmit={() => void save.run()}
          onClose={onClose}
        />
      }
    >
      <div className="stack gap-4" aria-busy={plan.isFetching}>
        <ErrorNotice error={plan.error ?? save.error} />
        {plan.data === undefined ? (
          plan.error === null ? (
            <Skeleton lines={6} />
          ) : null
        ) : (
          <>
            <Risks plan={plan.data} confirmed={confirmed} onConfirm={setConfirmed} onDrafts={setDrafts} />
            {offered.length === 0 ? null : (
              <Choices
                title={t('builder.forRoles')}
                hint={t('builder.forRolesHint')}
                options={offered.map(({ code, name }) => ({ value: code, label: name }))}
                chosen={roles}
                error={undefined}
                onChange={setChosen}
              />
            )}
            <Plan plan={plan.data} />
          </>
        )}
      </div>
    </Dialog>
  )
}

function useSave(send: () => ReturnType<typeof call<'POST /schema/apply'>>, onDone: ReviewDialogProps['onDone']) {
  const { t } = useTexts()
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const run = async () => {
    setBusy(true)
    setError(null)
    try {
      const { created, problem } = (await send()).data
      if (problem !== null) throw new Error(`${t('builder.notServed')} ${problem}`)
      await forgetTypes(client)
      onDone(created)
      showToast({ message: t('builder.saved') })
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, error, run }
}

interface RisksProps {
  readonly plan: SchemaPlan
  readonly confirmed: readonly string[]
  readonly onConfirm: (keys: readonly string[]) => void
  readonly onDrafts: (choice: Drafts) => void
}

function Risks({ plan: { confirm }, confirmed, onConfirm, onDrafts }: RisksProps): ReactNode {
  const { t, count } = useTexts()
  if (confirm.length === 0) return null
  const text = ({ kind, place, count: extent }: PlanRisk) =>
    kind === 'adopted' ? t('builder.adopted') : count('builder.unread', extent, { place })
  return (
    <Notice look="warning">
      <div className="stack gap-3">
        <strong>{t('builder.lossTitle')}</strong>
        {confirm.map(risk =>
          risk.kind === 'drafts' ? (
            <DraftsChoice
              key={risk.key}
              question={count('builder.drafts', risk.count, { place: risk.place })}
              onChoose={onDrafts}
            />
          ) : (
            <Checkbox
              key={risk.key}
              label={text(risk)}
              checked={confirmed.includes(risk.key)}
              onChange={isOn => onConfirm(isOn ? [...confirmed, risk.key] : confirmed.filter(key => key !== risk.key))}
            />
          ),
        )}
      </div>
    </Notice>
  )
}

interface DraftsChoiceProps {
  readonly question: string
  readonly onChoose: (choice: Drafts) => void
}

function DraftsChoice({ question, onChoose }: DraftsChoiceProps): ReactNode {
  const { t } = useTexts()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what can be filled in
    <div role="group" aria-label={question} className="stack gap-2">
      <p>{question}</p>
      <div className="row wrap gap-2">
        <Button size="small" onClick={() => onChoose('publish')}>
          {t('builder.publishDrafts')}
        </Button>
        <Button size="small" look="danger" onClick={() => onChoose('delete')}>
          {t('builder.deleteDrafts')}
        </Button>
      </div>
    </div>
  )
}

function Plan({ plan: { files, statements, notes } }: { readonly plan: SchemaPlan }): ReactNode {
  const { t } = useTexts()
  return (
    <>
      {notes.length === 0 ? null : (
        <Notice>
          <ul className="stack gap-1">
            {notes.map(note => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </Notice>
      )}
      <section className="stack gap-3">
        <h3 className={styles.heading}>{t('builder.filesTitle')}</h3>
        {files.length === 0 ? <p className="soft">{t('builder.noFiles')}</p> : null}
        {files.map(file => (
          <FileDiff key={file.path} file={file} />
        ))}
      </section>
      <section className="stack gap-3">
        <h3 className={styles.heading}>{t('builder.databaseTitle')}</h3>
        {statements.length === 0 ? (
          <p className="soft">{t('builder.noStatements')}</p>
        ) : (
          <Code label={t('builder.databaseTitle')}>{statements.map(statement => `${statement};`).join('\n')}</Code>
        )}
      </section>
    </>
  )
}
