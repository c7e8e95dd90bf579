/** The panel: who is signed in is known before the first page is shown. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { schemaQuery, sessionQuery } from '../api/queries.ts'
import { signInAddress } from '../features/session/entry.ts'
import { loadTexts } from '../i18n/load-texts.ts'
import { addIcons } from '../ui/display/icon.tsx'
import { MORE_PATHS } from '../ui/display/icons/more-icons.ts'
import { ErrorState } from '../ui/display/states.tsx'
import { UiProvider } from '../ui/theme/ui-provider.tsx'
import { PanelTexts } from './kit-texts.tsx'
import { createPanelRouter } from './router.tsx'

addIcons(MORE_PATHS)

const client = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (failures, error) =>
        failures < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 502),
      refetchOnWindowFocus: false,
    },
  },
})
const router = createPanelRouter(client)

/** The error for people without a second factor, where everybody needs one. */
const FACTOR_REQUIRED = 'A361'

type Start = 'waiting' | 'ready' | ApiError

/** Loads what every page needs. Without a session there is no page yet that could be lost, so sign-in is a page too. */
async function start(): Promise<Start> {
  try {
    const options = { renew: false }
    const [session, schema] = await Promise.all([call('GET /session', options), call('GET /schema', options)])
    client.setQueryData(sessionQuery.queryKey, session.data)
    client.setQueryData(schemaQuery.queryKey, schema.data)
    return 'ready'
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const needsFactor = error.code === FACTOR_REQUIRED
    if (error.status !== 401 && !needsFactor) return error
    location.replace(needsFactor ? '/admin/auth/second-factor' : signInAddress())
    return 'waiting'
  }
}

export function App(): ReactNode {
  const [state, setState] = useState<Start>('waiting')
  useEffect(() => {
    start().then(setState)
  }, [])
  return (
    <UiProvider>
      <PanelTexts loader={loadTexts}>
        {state instanceof ApiError ? (
          <main>
            <ErrorState error={state} onRetry={() => location.reload()} />
          </main>
        ) : null}
        {state === 'ready' ? (
          <QueryClientProvider client={client}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        ) : null}
      </PanelTexts>
    </UiProvider>
  )
}
