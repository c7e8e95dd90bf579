/** The translations of an entry: which exist, how complete they are, and a way to each. */
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { call } from '../../../api/call.ts'
import { localesQuery } from '../../../api/queries.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { DialogForm } from '../../../ui/overlays/dialog-form.tsx'
import { showError } from '../../../ui/overlays/toast.tsx'
import { contentPlace, localeSearch } from '../../../ui/page/content-place.ts'
import { Card } from '../../../ui/page/page.tsx'
import { StatusBadge } from '../../content-list/entry.ts'
import { useForm } from '../form-context.tsx'
import { useCell } from '../store/cell.ts'
import { copiedValue } from '../store/copied-value.ts'
import { formValues } from '../store/form-values.ts'
import { localeStates, otherLocales } from './locale-states.ts'
import styles from './rail.module.css'

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
      <ul className="stack gap-1 below-3">
        {(states.length > 0
          ? states
          : known.map(({ code }) => ({ locale: code, id: null, status: null, filled: 0, fields: 0 }))
        ).map(({ locale, id, status, filled, fields }) => (
          <li key={locale}>
            <Link
              className={styles.locale!}
              aria-current={locale === session.locale ? 'page' : undefined}
              activeProps={{}}
              {...(type.kind === 'singleType'
                ? contentPlace(type, undefined, localeSearch(locale))
                : contentPlace(type, id ?? 'create', id === null ? localeSearch(locale, source) : {}))}
            >
              <span className="grow">{nameOf(locale)}</span>
              {id === null ? null : <span className="rigid soft">{t('form.completeness', { filled, fields })}</span>}
              {id === null && locale !== session.locale ? (
                <span className="rigid soft">{t('form.notTranslated')}</span>
              ) : (
                <StatusBadge status={id === null ? unsaved : status} />
              )}
            </Link>
          </li>
        ))}
      </ul>
      <div className="stack gap-2">
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
      store.history.act(() => {
        for (const [name, attribute] of Object.entries(type.attributes))
          if (attribute.writable && attribute.type !== 'uid' && attribute.localized)
            store.replace(name, copiedValue(store.read(name), values[name] ?? null, attribute.multiple === true))
      })
      onClose()
    } catch (error) {
      showError(error)
      setBusy(false)
    }
  }
  return (
    <DialogForm
      size="small"
      title={t('form.fillIn')}
      submitLabel={t('form.fillInNow')}
      busy={isBusy}
      onSubmit={() => void fill()}
      onClose={onClose}
    >
      <p>{t('form.fillInText')}</p>
      <Select
        label={t('form.locale')}
        value={locale}
        options={locales.map(other => ({ value: other.locale, label: nameOf(other.locale) }))}
        onChange={setLocale}
      />
    </DialogForm>
  )
}
