/** The translations of an entry: which exist, how complete they are, and a way to each. */
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { call } from '../../../api/call.ts'
import { localesQuery } from '../../../api/queries.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { showToast } from '../../../ui/overlays/toast.tsx'
import { Card } from '../../../ui/page/page.tsx'
import { useForm } from '../form-context.tsx'
import { useCell } from '../store/cell.ts'
import { copiedValue } from '../store/copied-value.ts'
import { formValues } from '../store/form-values.ts'
import { localeStates, otherLocales } from './locale-states.ts'
import styles from './rail.module.css'
import { StatusBadge } from './status-badge.tsx'

export function Locales({ canEdit }: { readonly canEdit: boolean }): ReactNode {
  const { t } = useTexts()
  const { session, type, beside, showBeside } = useForm()
  const { entry } = useCell(session.meta)
  const { data: known } = useSuspenseQuery(localesQuery)
  const [isFilling, setFilling] = useState(false)
  const states = localeStates(session)
  // The header says the same of an entry that is not saved yet.
  const unsaved = type.draftAndPublish ? 'draft' : null
  const source = entry?.id ?? session.source?.id
  const nameOf = (code: string) => known.find(locale => locale.code === code)?.name ?? code
  const others = otherLocales(session)
  return (
    <Card title={t('form.locales')}>
      <ul className={styles.locales}>
        {(states.length > 0
          ? states
          : known.map(({ code }) => ({ locale: code, id: null, status: null, filled: 0, fields: 0 }))
        ).map(({ locale, id, status, filled, fields }) => (
          <li key={locale}>
            <LocaleLink
              locale={locale}
              id={id}
              source={source}
              isCurrent={locale === session.locale}
              isSingle={type.kind === 'singleType'}
            >
              <span className={styles.localeName}>{nameOf(locale)}</span>
              {id === null ? null : <span className={styles.filled}>{t('form.completeness', { filled, fields })}</span>}
              {id === null && locale !== session.locale ? (
                <span className={styles.filled}>{t('form.notTranslated')}</span>
              ) : (
                <StatusBadge status={id === null ? unsaved : status} />
              )}
            </LocaleLink>
          </li>
        ))}
      </ul>
      <div className={styles.localeActions}>
        {others.length > 0 && beside === null ? (
          <Button size="small" wide icon="columns" onClick={() => showBeside(others[0]!.locale)}>
            {t('form.sideBySide')}
          </Button>
        ) : null}
        {canEdit && others.length > 0 ? (
          <Button size="small" wide onClick={() => setFilling(true)}>
            {t('form.fillIn')}
          </Button>
        ) : null}
      </div>
      {isFilling ? <FillDialog locales={others} nameOf={nameOf} onClose={() => setFilling(false)} /> : null}
    </Card>
  )
}

interface LocaleLinkProps {
  readonly locale: string
  readonly id: number | null
  readonly source: number | undefined
  readonly isCurrent: boolean
  readonly isSingle: boolean
  readonly children: ReactNode
}

function LocaleLink({ locale, id, source, isCurrent, isSingle, children }: LocaleLinkProps): ReactNode {
  const { type } = useForm()
  const common = { className: styles.locale!, ...(isCurrent ? { 'aria-current': 'page' as const } : {}) }
  const { uid } = type
  const i18n = { locale, ...(source === undefined ? {} : { relatedEntityId: String(source) }) }
  if (isSingle)
    return (
      <Link
        {...common}
        to="/content-manager/single-types/$uid"
        params={{ uid }}
        search={{ plugins: { i18n: { locale } } } as never}
      >
        {children}
      </Link>
    )
  if (id !== null)
    return (
      <Link {...common} to="/content-manager/collection-types/$uid/$id" params={{ uid, id: String(id) }}>
        {children}
      </Link>
    )
  return (
    <Link
      {...common}
      to="/content-manager/collection-types/$uid/create"
      params={{ uid }}
      search={{ plugins: { i18n } } as never}
    >
      {children}
    </Link>
  )
}

interface FillDialogProps {
  readonly locales: readonly { readonly locale: string; readonly id: number | null }[]
  readonly nameOf: (locale: string) => string
  readonly onClose: () => void
}

function FillDialog({ locales, nameOf, onClose }: FillDialogProps): ReactNode {
  const { t } = useTexts()
  const { store, type } = useForm()
  const [locale, setLocale] = useState(locales[0]!.locale)
  const [isBusy, setBusy] = useState(false)
  const fill = async () => {
    setBusy(true)
    try {
      const id = locales.find(other => other.locale === locale)!.id!
      const { data } = await call('GET /content/:uid/:id', { params: { uid: type.uid, id }, query: {} })
      const values = formValues(data.values, store.model)
      for (const [name, attribute] of Object.entries(type.attributes))
        if (attribute.writable && attribute.type !== 'uid' && attribute.localized)
          store.replace(name, copiedValue(store.read(name), values[name] ?? null, attribute.multiple === true))
      onClose()
    } catch (error) {
      showToast({ message: (error as Error).message, look: 'error' })
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      size="small"
      title={t('form.fillIn')}
      closeLabel={t('common.cancel')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button look="primary" busy={isBusy} onClick={() => void fill()}>
            {t('form.fillInNow')}
          </Button>
        </>
      }
    >
      <p>{t('form.fillInText')}</p>
      <Select
        label={t('form.locale')}
        value={locale}
        options={locales.map(other => ({ value: other.locale, label: nameOf(other.locale) }))}
        onChange={setLocale}
      />
    </Dialog>
  )
}
