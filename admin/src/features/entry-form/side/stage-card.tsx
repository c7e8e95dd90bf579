/** In which stage of its review the entry is, and a way to move it. */
import { type ReactNode, useState } from 'react'
import type { OpenEntry } from '../../../../../src/admin-api/content-api.ts'
import type { EntryStage } from '../../../../../src/admin-api/review/workflow-api.ts'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { ColourBadge } from '../../../ui/display/colour-badge.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { showError, showToast } from '../../../ui/overlays/toast.tsx'
import { Card } from '../../../ui/page/page.tsx'
import { useForm } from '../form-context.tsx'
import { takeOver } from '../saving/entry-writes.ts'

export interface StageCardProps {
  readonly entry: Pick<OpenEntry, 'id'>
  readonly stage: EntryStage
}

export function StageCard({ entry: { id }, stage }: StageCardProps): ReactNode {
  const { t, ago } = useTexts()
  const now = stage.stages.find(each => each.id === stage.stage)!
  const wanted = stage.stages.find(each => each.id === stage.publishFrom)
  const open = stage.stages.filter(({ mayMove }) => mayMove)
  return (
    <Card title={t('form.stage')}>
      <div className="stack gap-3">
        <p>
          <ColourBadge colour={now.colour}>{now.name}</ColourBadge>
        </p>
        {stage.movedAt === null ? null : (
          <p className="small soft">
            {t('form.stageBy', { when: ago(stage.movedAt), name: stage.movedBy?.name ?? t('form.someone') })}
          </p>
        )}
        {wanted === undefined || wanted === now ? null : (
          <p className="small">{t('form.stageHeld', { name: wanted.name })}</p>
        )}
        {open.length === 0 ? null : <Move key={stage.stage} id={id} stage={stage} />}
      </div>
    </Card>
  )
}

/** Chosen first and then moved: the arrow keys alone would take the entry through every stage on the way. */
function Move({ id, stage }: { readonly id: number; readonly stage: EntryStage }): ReactNode {
  const { t } = useTexts()
  const { session, type } = useForm()
  const open = stage.stages.filter(each => each.mayMove)
  const after = stage.stages.slice(stage.stages.findIndex(each => each.id === stage.stage) + 1)
  const [chosen, setChosen] = useState((after.find(each => each.mayMove) ?? open[0]!).id)
  const [isBusy, setBusy] = useState(false)
  const move = async () => {
    setBusy(true)
    try {
      const body = { stage: chosen, from: stage.stage }
      const { data } = await call('PUT /content/:uid/:id/stage', { params: { uid: type.uid, id }, query: {}, body })
      const { entry } = session.meta.get()
      if (entry !== null) session.change({ entry: { ...entry, stage: data } })
      const name = data.stages.find(each => each.id === data.stage)!.name
      showToast({ message: t('form.stageMoved', { name }) })
    } catch (error) {
      showError(error)
      if (error instanceof ApiError && error.status === 409) await takeOver(session)
      setBusy(false)
    }
  }
  return (
    <div className="stack gap-2">
      <Select
        label={t('form.stage')}
        hideLabel
        size="small"
        value={chosen}
        options={open.map(each => ({ value: each.id, label: each.name }))}
        onChange={setChosen}
      />
      <Button wide size="small" icon="arrowRight" busy={isBusy} onClick={() => void move()}>
        {t('form.stageMove')}
      </Button>
    </div>
  )
}
