import { useEffect, useState } from 'react'
import type { Init } from '../../../../src/admin-api/session-api.ts'
import type { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'

/** Asked for once: every page of this folder is loaded anew. */
let asked: Promise<{ readonly data: Init }> | undefined

/** What a visitor who has not signed in may know about the server. */
export function useInit(): { readonly init: Init | undefined; readonly error: ApiError | undefined } {
  const [init, setInit] = useState<Init>()
  const [error, setError] = useState<ApiError>()
  useEffect(() => {
    asked ??= call('GET /init', { renew: false })
    asked.then(({ data }) => setInit(data), setError)
  }, [])
  return { init, error }
}
