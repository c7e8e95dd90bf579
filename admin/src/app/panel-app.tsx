/** The panel: who is signed in is known before the first page is shown. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { schemaQuery, sessionQuery } from '../api/queries.ts'
import { signInAddress } from '../features/session/entry.ts'
import { I18nProvider, useTexts } from '../i18n/i18n.tsx'
import { loadTexts } from '../i18n/load-texts.ts'
import { ErrorState } from '../ui/display/states.tsx'
import { UiProvider } from '../ui/theme/ui-provider.tsx'
import { createPanelRouter } from './router.tsx'

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
    if (error.status !== 401) return error
    location.replace(signInAddress())
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
      <I18nProvider loader={loadTexts}>
        {state instanceof ApiError ? <StartFailed error={state} /> : null}
        {state === 'ready' ? (
          <QueryClientProvider client={client}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        ) : null}
      </I18nProvider>
    </UiProvider>
  )
}

function StartFailed({ error }: { readonly error: ApiError }): ReactNode {
  const { t } = useTexts()
  return (
    <main>
      <ErrorState
        title={t('common.loadFailed')}
        error={error}
        retryLabel={t('common.retry')}
        onRetry={() => location.reload()}
      />
    </main>
  )
}
