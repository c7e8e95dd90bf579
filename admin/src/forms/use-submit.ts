/** Sends a small form: whether it is on its way, and what is wrong when it was refused. */
import { type FormEvent, useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { useTexts } from '../i18n/i18n.tsx'

export interface Submit {
  readonly busy: boolean
  readonly error: unknown
  /** By the name of the field. */
  readonly problems: Readonly<Record<string, string>>
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void
}

type Values = Readonly<Record<string, string>>

export function useSubmit(send: (values: Values) => Promise<void>): Submit {
  const { problemText } = useTexts()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const values = Object.fromEntries(new FormData(event.currentTarget)) as Values
    setBusy(true)
    setError(undefined)
    try {
      await send(values)
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }
  return { busy, error, problems: problemsOf(error, problemText), onSubmit }
}

/** What is wrong, by the name of the field. */
export function problemsOf(error: unknown, problemText: (message: string) => string): Readonly<Record<string, string>> {
  const found = error instanceof ApiError ? error.problems : []
  return Object.fromEntries(found.map(({ path, message }) => [path.join('.'), problemText(message)]))
}
