/** Content that goes out and comes in as a file. */
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '../../../api/call.ts'
import { Loaded } from '../../../ui/display/states.tsx'
import { SETTINGS_PLACES } from '../settings-places.ts'
import { whileOpen } from '../shared/server-task.tsx'
import { SettingsFrame } from '../shared/settings-frame.tsx'
import { settingsQuery } from '../shared/settings-query.ts'
import { ExportCard } from './export-card.tsx'
import { ImportCard } from './import-card.tsx'

export const transfersQuery = settingsQuery(['transfers'], options => call('GET /transfers', options))

export function TransfersPage(): ReactNode {
  const refetchInterval = ({ state: { data } }: { readonly state: { readonly data?: Transfers | undefined } }) =>
    whileOpen(data?.import, data?.export)
  return (
    <SettingsFrame place={SETTINGS_PLACES.transfers}>
      <Loaded query={useQuery({ ...transfersQuery, refetchInterval })} lines={8}>
        {transfers => (
          <div className="stack gap-4">
            <ExportCard transfers={transfers} />
            <ImportCard transfers={transfers} />
          </div>
        )}
      </Loaded>
    </SettingsFrame>
  )
}

type Transfers = Awaited<ReturnType<typeof call<'GET /transfers'>>>['data']
