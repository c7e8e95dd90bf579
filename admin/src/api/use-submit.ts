/** Sends a small form: whether it is on its way, and the server's message when it was refused. */
import { type FormEvent, useState } from 'react'
import { ApiError } from './api-error.ts'

export interface Submit {
  readonly busy: boolean
  readonly error: string | undefined
  /** By the name of the field. */
  readonly problems: Readonly<Record<string, string>>
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void
}

type Values = Readonly<Record<string, string>>

export function useSubmit(send: (values: Values) => Promise<void>): Submit {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<ApiError>()
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // A dialog is inside the page in React's tree, and so would be the form below it.
    event.stopPropagation()
    const values = Object.fromEntries(new FormData(event.currentTarget)) as Values
    setBusy(true)
    setFailure(undefined)
    try {
      await send(values)
    } catch (error) {
      setFailure(asApiError(error))
    } finally {
      setBusy(false)
    }
  }
  const problems = Object.fromEntries((failure?.problems ?? []).map(({ path, message }) => [path.join('.'), message]))
  return { busy, error: failure?.message, problems, onSubmit }
}

function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  return new ApiError({ status: 0, name: 'Error', message: error instanceof Error ? error.message : String(error) })
}
