/** What a webhook has sent and will send, the newest first. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { DeliveryInfo, WebhookInfo } from '../../../../../src/admin-api/webhook-api.ts'
import { call } from '../../../api/call.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { Loaded } from '../../../ui/display/states.tsx'
import { IconButton } from '../../../ui/inputs/button.tsx'
import { MoreButton } from '../../../ui/lists/more-button.tsx'
import { Table } from '../../../ui/lists/table.tsx'
import { Card } from '../../../ui/page/page.tsx'
import { ToolChoice } from '../../../ui/page/tools.tsx'
import { DeliveryDialog } from './delivery-dialog.tsx'

type State = DeliveryInfo['state']

const PAGE = 25

interface DeliveriesProps {
  readonly webhook: WebhookInfo
  readonly mayRepeat: boolean
}

export function Deliveries({ webhook: { id }, mayRepeat }: DeliveriesProps): ReactNode {
  const { t } = useTexts()
  const [state, setState] = useState<State>()
  const [opened, setOpened] = useState<DeliveryInfo>()
  const log = useInfiniteQuery({
    queryKey: ['settings', 'deliveries', id, state],
    queryFn: async ({ pageParam, signal }) => {
      const query = { limit: PAGE, ...(state && { state }), ...(pageParam && { before: pageParam }) }
      return (await call('GET /webhooks/:id/deliveries', { params: { id }, query, signal })).data
    },
    initialPageParam: 0,
    getNextPageParam: last => (last.length < PAGE ? undefined : last.at(-1)!.id),
  })
  const choice = (
    <ToolChoice<State>
      label={t('history.state')}
      value={state ?? ''}
      options={[
        { value: '', label: t('history.anyState') },
        { value: 'waiting', label: t('webhooks.waiting') },
        { value: 'delivered', label: t('webhooks.delivered') },
        { value: 'failed', label: t('webhooks.failed') },
      ]}
      onChange={setState}
    />
  )
  const refresh = <IconButton label={t('webhooks.refresh')} icon="refresh" onClick={() => void log.refetch()} />
  return (
    <Card title={t('webhooks.log')} actions={<div className="row gap-1">{[choice, refresh]}</div>}>
      <Loaded query={log} lines={4} small>
        {({ pages }) => <Log deliveries={pages.flat()} onOpen={setOpened} />}
      </Loaded>
      <MoreButton list={log} label={t('history.more')} />
      {opened === undefined ? null : (
        <DeliveryDialog webhook={id} delivery={opened} mayRepeat={mayRepeat} onClose={() => setOpened(undefined)} />
      )}
    </Card>
  )
}

interface LogProps {
  readonly deliveries: readonly DeliveryInfo[]
  readonly onOpen: (delivery: DeliveryInfo) => void
}

function Log({ deliveries, onOpen }: LogProps): ReactNode {
  const { t, ago } = useTexts()
  if (deliveries.length === 0) return <p className="soft">{t('webhooks.noDeliveries')}</p>
  return (
    <Table
      label={t('webhooks.log')}
      rows={deliveries}
      keyOf={({ id }) => id}
      columns={[
        {
          header: t('webhooks.event'),
          cell: delivery => (
            <div className="stack gap-1 breaks">
              <span>
                <button type="button" className="bare leaf underlines pad-0 start" onClick={() => onOpen(delivery)}>
                  {delivery.event} #{delivery.id}
                </button>
              </span>
              <span className="small soft">{delivery.type === '' ? '' : `${delivery.type} ${delivery.entry}`}</span>
            </div>
          ),
        },
        { header: t('access.created'), cell: ({ createdAt }) => ago(createdAt), wideOnly: true },
        { header: t('history.state'), cell: delivery => <DeliveryState delivery={delivery} /> },
      ]}
    />
  )
}

function DeliveryState({ delivery: { state, status } }: { readonly delivery: DeliveryInfo }): ReactNode {
  const { t } = useTexts()
  const [key, look] = STATES[state]
  return (
    <div className="row wrap gap-2">
      <Badge look={look}>{t(key)}</Badge>
      {status === null ? null : <span className="small soft">{status}</span>}
    </div>
  )
}

const STATES = {
  waiting: ['webhooks.waiting', 'waiting'],
  delivered: ['webhooks.delivered', 'good'],
  failed: ['webhooks.failed', 'bad'],
} as const
