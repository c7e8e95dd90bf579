/** Everything that is to be published or unpublished at a set time, day by day, and what could not be done. */
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { ScheduledAct } from '../../../../../src/admin-api/schedule-api.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { EmptyState, Loaded } from '../../../ui/display/states.tsx'
import { Page, PageHeader } from '../../../ui/page/page.tsx'
import { ToolChoice, Tools } from '../../../ui/page/tools.tsx'
import { TypeChoice } from '../type-choice.tsx'
import { ScheduleDays } from './schedule-days.tsx'
import { scheduleQuery } from './schedule-queries.ts'

export function SchedulePage(): ReactNode {
  const { t } = useTexts()
  const schedule = useQuery(scheduleQuery)
  const [uid, setUid] = useState<string>()
  const [state, setState] = useState<ScheduledAct['state']>()
  return (
    <Page>
      <PageHeader title={t('schedule.title')} subtitle={t('schedule.pageText')} />
      <Tools end={null}>
        <TypeChoice uid={uid} filter={({ draftAndPublish }) => draftAndPublish} onChange={setUid} />
        <ToolChoice<ScheduledAct['state']>
          label={t('history.state')}
          value={state ?? ''}
          options={[
            { value: '', label: t('history.anyState') },
            { value: 'waiting', label: t('schedule.waiting') },
            { value: 'failed', label: t('schedule.failed') },
          ]}
          onChange={setState}
        />
      </Tools>
      <Loaded query={schedule} lines={6}>
        {all => {
          const shown = all.filter(act => (uid ?? act.uid) === act.uid && (state ?? act.state) === act.state)
          return shown.length > 0 ? (
            <ScheduleDays acts={shown} />
          ) : (
            <EmptyState icon="clock" title={t('schedule.none')}>
              {t('schedule.noneText')}
            </EmptyState>
          )
        }}
      </Loaded>
    </Page>
  )
}
