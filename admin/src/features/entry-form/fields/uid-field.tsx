/** A name for addresses: follows its field until somebody writes it by hand, and says whether it is free. */
import { memo, type ReactNode, useEffect, useRef, useState } from 'react'
import { call } from '../../../api/call.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Icon } from '../../../ui/display/icon.tsx'
import { IconButton } from '../../../ui/inputs/button.tsx'
import { TextField } from '../../../ui/inputs/text-field.tsx'
import { useForm, useProblem, useValue } from '../form-context.tsx'
import { useCell } from '../store/cell.ts'
import type { FieldPlace } from './field-props.ts'
import styles from './fields.module.css'
import { useHint } from './use-hint.ts'

type Availability = { readonly value: string; readonly available: boolean; readonly suggestion: string | null }

const WAIT = 300

export const UidField = memo(function UidField({ place }: { readonly place: FieldPlace }): ReactNode {
  const { path, name, attribute, owner, label, placeholder, disabled } = place
  const { t } = useTexts()
  const { store, session } = useForm()
  const value = useValue<string>(path)
  const error = useProblem(path)
  const hint = useHint(place)
  const { isBusy, hasFailed, generate } = useGenerated(place)
  const availability = useAvailability(owner, name, value, session.meta.get().entry?.id, session.locale)
  const isTaken = availability?.available === false
  return (
    <div>
      <TextField
        label={label}
        hint={hint}
        error={error ?? (isTaken ? t('form.unavailable') : undefined)}
        placeholder={placeholder}
        disabled={disabled}
        required={attribute.required}
        autoComplete="off"
        value={value ?? ''}
        onChange={text => store.set(path, text === '' ? null : text)}
        {...(attribute.targetField === undefined
          ? {}
          : {
              after: (
                <IconButton
                  size="small"
                  label={t('form.regenerate')}
                  icon="refresh"
                  busy={isBusy}
                  disabled={disabled}
                  onClick={generate}
                />
              ),
            })}
      />
      <div className={styles.status}>
        <p className="row gap-1 leaf" role="status">
          {availability?.available === true ? (
            <>
              <Icon name="check" size={16} /> {t('form.available')}
            </>
          ) : null}
          {hasFailed ? <span className="rust">{t('form.uidFailed')}</span> : null}
        </p>
        {isTaken && availability.suggestion !== null ? (
          <button type="button" className={styles.suggestion} onClick={() => store.set(path, availability.suggestion)}>
            {t('form.useInstead', { value: availability.suggestion })}
          </button>
        ) : null}
      </div>
    </div>
  )
})

/** It follows while it is empty or not saved yet: an address that is stored must not change by itself. */
function useGenerated({ path, name, attribute, owner, disabled }: FieldPlace) {
  const { store, session } = useForm()
  const { targetField } = attribute
  const target = targetField === undefined ? '' : [...path.split('.').slice(0, -1), targetField].join('.')
  const source = useValue<string>(target)
  const [isBusy, setBusy] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const made = useRef(new Set<unknown>([null]))
  const first = useRef(source)
  const make = async () => {
    setBusy(true)
    try {
      const data = targetField === undefined ? {} : { [targetField]: (store.values.get(target) ?? '') as string }
      const locale = session.locale === null ? {} : { locale: session.locale }
      const answer = await call('POST /uid', { body: { uid: owner, field: name, data, ...locale } })
      made.current.add(answer.data.value)
      store.follow(path, answer.data.value)
      setFailed(false)
    } catch {
      // The field can still be written by hand, and the server checks it when it is saved.
      setFailed(true)
    } finally {
      setBusy(false)
    }
  }
  const generate = () => session.unfinished.add(path, make())
  const { entry } = useCell(session.meta)
  const saved = entry?.pending?.savedAt ?? entry?.updatedAt
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is saved follows no longer, unless it is empty
  useEffect(() => {
    made.current = new Set([null])
    first.current = source
  }, [saved])
  const newest = useRef(generate)
  newest.current = generate
  useEffect(() => {
    const value = store.values.get(path) ?? null
    const isFollowing = !disabled && made.current.has(value)
    // Opening what exists changes nothing.
    const isUntouched = source === first.current && (value !== null || session.exists)
    if (source === null || source === '' || !isFollowing || isUntouched) return undefined
    return session.unfinished.later(path, () => newest.current(), WAIT)
  }, [source, store, session, path, disabled])
  return { isBusy, hasFailed, generate }
}

function useAvailability(
  uid: string,
  field: string,
  value: string | null,
  id: number | undefined,
  locale: string | null,
) {
  const [state, setState] = useState<Availability>()
  const initial = useRef(value)
  useEffect(() => {
    if (value === null || value === initial.current) return setState(undefined)
    const controller = new AbortController()
    const timer = setTimeout(async () => {
      const query = { uid, field, value, ...(id === undefined ? {} : { id }), ...(locale === null ? {} : { locale }) }
      const answer = await call('GET /uid/available', { query, signal: controller.signal }).catch(() => undefined)
      if (answer !== undefined) setState({ value, ...answer.data })
    }, WAIT)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [uid, field, value, id, locale])
  return state?.value === value ? state : undefined
}
