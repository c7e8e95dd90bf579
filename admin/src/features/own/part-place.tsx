/** The place in which a part of the project is shown. What goes wrong in it is said there, and the rest of the page works. */
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import type { Given, PanelApi, Part } from '../../../../src/admin-api/panel/define-panel.ts'
import { request } from '../../api/request.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { Notice } from '../../ui/display/notice.tsx'
import { MountedPart } from './mounted-part.ts'
import { messageOf } from './own-panel.ts'

const api: PanelApi = (path, { method = 'GET', body } = {}) => request(method, path, { body })

export interface PartPlaceProps<Input extends Given> {
  readonly part: Part<Input>
  /** A new object whenever something has changed, and only then. */
  readonly given: Omit<Input, keyof Given>
  /** Inside a line of text. */
  readonly inline?: boolean
  /** Shown in its place if it fails. */
  readonly children?: ReactNode
}

export function PartPlace<Input extends Given>({
  part,
  given,
  inline = false,
  children,
}: PartPlaceProps<Input>): ReactNode {
  const { t, language } = useTexts()
  const host = useRef<HTMLElement>(null)
  const mounted = useRef<MountedPart<Input>>(undefined)
  const [failure, setFailure] = useState<{ readonly part: Part<Input>; readonly error: unknown }>()
  const isBroken = failure?.part === part
  const all = useMemo(() => ({ ...given, api, language }) as Omit<Input, 'element'>, [given, language])
  useEffect(() => {
    if (isBroken) return
    const shown = new MountedPart<Input>(host.current!, (broken, error) => setFailure({ part: broken, error }))
    mounted.current = shown
    return () => {
      mounted.current = undefined
      shown.end()
    }
  }, [isBroken])
  useEffect(() => mounted.current?.show(part, all), [part, all])
  if (isBroken)
    return (
      <>
        {children}
        <Notice look="error">{t('shell.ownFailed', { message: messageOf(failure.error) })}</Notice>
      </>
    )
  const Host = inline ? 'span' : 'div'
  return <Host ref={host as never} />
}
