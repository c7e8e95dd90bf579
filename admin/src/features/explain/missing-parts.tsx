/** What an answer does not have, why, and what would show it. */
import type { ReactNode } from 'react'
import type { MissingPart } from '../../../../src/admin-api/explain-api.ts'
import { request } from '../../api/request.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { Button } from '../../ui/inputs/button.tsx'
import { showError } from '../../ui/overlays/toast.tsx'
import { Card } from '../../ui/page/page.tsx'
import styles from './explain.module.css'

interface MissingPartsProps extends Omit<MissingProps, 'part'> {
  readonly parts: readonly MissingPart[]
}

/** Private and unasked fields of related entries are seldom what somebody looks for. */
export function MissingParts({ parts, ...rest }: MissingPartsProps): ReactNode {
  const { t, count } = useTexts()
  const isDeep = ({ path, reason }: MissingPart) =>
    path.includes('.') && ['private', 'not-populated', 'not-followed', 'not-selected', 'password'].includes(reason)
  const deep = parts.filter(isDeep)
  const list = (shown: readonly MissingPart[]) => (
    <ul className="stack gap-3">
      {shown.map(part => (
        <Missing key={`${part.path} ${part.message}`} part={part} {...rest} />
      ))}
    </ul>
  )
  if (parts.length === 0) return null
  return (
    <Card title={t('form.missing')}>
      {list(parts.filter(part => !isDeep(part)))}
      {deep.length === 0 ? null : (
        <details className="above-3">
          <summary className="soft below-3 pointer">{count('form.missingBelow', deep.length)}</summary>
          {list(deep)}
        </details>
      )}
    </Card>
  )
}

const REMEDIES = {
  grant: 'form.remedy_grant',
  publish: 'form.remedy_publish',
  populate: 'form.remedy_populate',
  locale: 'form.remedy_locale',
} as const

interface MissingProps {
  readonly part: MissingPart
  readonly onQuery: (query: string) => void
  readonly onDone: () => void
}

function Missing({ part: { path, message, remedy }, onQuery, onDone }: MissingProps): ReactNode {
  const { t } = useTexts()
  const send = async () => {
    const [method, address] = remedy!.request!.route.split(' ')
    try {
      await request(method as 'POST', address!, { body: remedy!.request!.body })
      onDone()
    } catch (error) {
      showError(error)
    }
  }
  return (
    <li className="stack at-start gap-1">
      <p>
        {path === '' ? null : <code>{path}</code>} {message}
      </p>
      {remedy?.command === undefined ? null : <code className={styles.command}>{remedy.command}</code>}
      {remedy?.query === undefined ? null : (
        <Button size="small" onClick={() => onQuery(remedy.query!)}>
          {t('form.addQuery', { query: remedy.query })}
        </Button>
      )}
      {remedy?.request === undefined ? null : (
        <Button size="small" onClick={() => void send()}>
          {t(REMEDIES[remedy.kind])}
        </Button>
      )}
    </li>
  )
}
