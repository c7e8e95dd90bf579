/** Asks first what an action on many entries would do, then does it. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { BulkInput, BulkResult } from '../../../../../src/admin-api/content-api.ts'
import { call } from '../../../api/call.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import type { PluralKey } from '../../../i18n/texts.ts'
import { showToast } from '../../../ui/overlays/toast.tsx'
import { listsKey } from '../list-queries.ts'
import { showDeleted } from '../show-deleted.ts'
import type { BulkDialogProps } from './bulk-types.ts'

export interface Bulk {
  /** What would happen. */
  readonly forecast: BulkResult | undefined
  readonly error: Error | null
  readonly busy: boolean
  /** Entries that were refused when it was tried. */
  readonly failed: BulkResult['failed']
  readonly run: (data?: BulkInput['data']) => void
}

interface BulkOptions {
  readonly action: BulkInput['action']
  readonly done: PluralKey
  /** For `move`: where to. */
  readonly stage?: string
  /** False: there is nothing to know before the person has filled in something. */
  readonly asksFirst?: boolean
}

export function useBulk(
  { list, chosen, onClose, onDone }: BulkDialogProps,
  { action, done, stage, asksFirst = true }: BulkOptions,
): Bulk {
  const i18n = useTexts()
  const client = useQueryClient()
  const { uid } = list.type
  const wanted = { action, ...chosen, ...(stage === undefined ? {} : { stage }) }
  const send = async (input: Partial<BulkInput>) =>
    (await call('POST /content/:uid/bulk', { params: { uid }, body: { ...wanted, ...input } })).data
  const forecast = useQuery({
    queryKey: ['bulk', uid, wanted],
    queryFn: () => send({ dryRun: true }),
    enabled: asksFirst,
    gcTime: 0,
  })
  const { mutate, isPending, error, data } = useMutation({
    mutationFn: (values?: BulkInput['data']) => send(values === undefined ? {} : { data: values }),
    onSuccess: async result => {
      if (result.failed.length > 0) return
      await client.invalidateQueries({ queryKey: listsKey(uid) })
      const message = i18n.count(done, result.ids.length)
      if (action === 'delete') void showDeleted({ uid, ids: result.ids }, { message, i18n, client })
      else showToast({ message })
      onDone?.()
      onClose()
    },
  })
  return {
    forecast: forecast.data,
    error: error ?? forecast.error,
    busy: isPending,
    failed: data?.failed ?? forecast.data?.failed ?? [],
    run: mutate,
  }
}
