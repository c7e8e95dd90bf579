/** The words that components of this folder say by themselves, in the language of the panel. */
import { createContext, use } from 'react'

export interface UiTexts {
  readonly cancel: string
  readonly close: string
  readonly save: string
  readonly discard: string
  readonly leaveTitle: string
  readonly leaveText: string
  readonly loading: string
  readonly loadFailed: string
  /** A file of the panel itself. */
  readonly partFailed: string
  readonly retry: string
  readonly messages: string
  readonly showPassword: string
  readonly pages: string
  readonly previousPage: string
  readonly nextPage: string
  readonly pageSize: string
  /** The name of the button that copies something. */
  readonly copy: (what: string) => string
  readonly copied: (what: string) => string
  readonly goToPage: (page: number) => string
  /** - `3 results` */
  readonly results: (count: number) => string
  /** What went wrong. */
  readonly errorText: (error: unknown) => string
}

const Context = createContext<UiTexts | undefined>(undefined)

export const UiTextsProvider = Context

export function useUiTexts(): UiTexts {
  const texts = use(Context)
  if (texts === undefined) throw new Error('Components need a UiTextsProvider')
  return texts
}
