/** The types of the Content Manager: favourites first, then collection and single types, in the project's groups. */
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import type { TypeInfo } from '../../../../src/admin-api/schema-api.ts'
import { mayOpenPage, OPEN_PAGES } from '../../api/open-pages.ts'
import { usePreferences } from '../../api/preferences.ts'
import { schemaQuery, sessionQuery } from '../../api/queries.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import { IconButton } from '../../ui/inputs/button.tsx'
import { TextField } from '../../ui/inputs/text-field.tsx'
import { contentPlace } from '../../ui/page/content-place.ts'
import styles from './content-menu.module.css'
import { menuSections } from './menu-sections.ts'

/** The type that is about to change its place in the menu. Its button is a new one there, and gets the focus back. */
type Moved = RefObject<string | undefined>

/** From this many types on, a search is worth its place. */
const SEARCH_FROM = 8

/** `onNavigate`: when a type was chosen, for a menu that is open over the page. */
export function ContentMenu({ onNavigate }: { readonly onNavigate?: () => void }): ReactNode {
  const { t } = useTexts()
  const { data: schema } = useSuspenseQuery(schemaQuery)
  const [{ favourites = [] }] = usePreferences()
  const [text, setText] = useState('')
  const moved = useRef<string>(undefined)
  const types = schema.types.filter(type => type.visible)
  const sections = menuSections(types, favourites, text)
  return (
    <nav aria-label={t('shell.contentManager')} className="stack gap-4">
      <h2 className="heavy pad-1-2 large">{t('shell.contentManager')}</h2>
      {types.length < SEARCH_FROM ? null : (
        <TextField
          label={t('shell.findType')}
          hideLabel
          placeholder={t('shell.findType')}
          type="search"
          icon="search"
          value={text}
          onChange={setText}
        />
      )}
      {sections.map(({ key, heading, types: shown }) => (
        <Section
          key={key}
          heading={heading.text ?? t(heading.key)}
          types={shown}
          moved={moved}
          onNavigate={onNavigate}
        />
      ))}
      {sections.length === 0 && text !== '' ? <p className={styles.empty}>{t('shell.noTypeFound')}</p> : null}
      <Pages onNavigate={onNavigate} />
    </nav>
  )
}

/** What is about entries of all types. */
function Pages({ onNavigate }: Pick<SectionProps, 'onNavigate'>): ReactNode {
  const { t } = useTexts()
  const { data: session } = useSuspenseQuery(sessionQuery)
  const { data: schema } = useSuspenseQuery(schemaQuery)
  const pages = (['schedule', 'calendar', 'releases', 'trash'] as const).filter(page =>
    mayOpenPage(page, session, schema),
  )
  if (pages.length === 0) return null
  return (
    <ul className={styles.pages}>
      {pages.map(page => (
        <li key={page} className={styles.item}>
          <Link
            to={OPEN_PAGES[page].to}
            className={styles.page!}
            onClick={onNavigate}
            activeProps={{ 'aria-current': 'page' }}
          >
            <Icon name={OPEN_PAGES[page].icon} size={18} />
            {t(OPEN_PAGES[page].title)}
          </Link>
        </li>
      ))}
    </ul>
  )
}

interface SectionProps {
  readonly heading: string
  readonly types: readonly TypeInfo[]
  readonly moved: Moved
  readonly onNavigate: (() => void) | undefined
}

function Section({ heading, types, moved, onNavigate }: SectionProps): ReactNode {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h3 id={id} className={styles.heading}>
        {heading}
        <span className={styles.count}>{types.length}</span>
      </h3>
      <ul>
        {types.map(type => (
          <TypeItem key={type.uid} type={type} moved={moved} onNavigate={onNavigate} />
        ))}
      </ul>
    </section>
  )
}

interface TypeItemProps extends Pick<SectionProps, 'moved' | 'onNavigate'> {
  readonly type: TypeInfo
}

function TypeItem({ type: { uid, displayName, kind }, moved, onNavigate }: TypeItemProps): ReactNode {
  const { t } = useTexts()
  const [{ favourites = [] }, change] = usePreferences()
  const isFavourite = favourites.includes(uid)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (moved.current !== uid) return
    moved.current = undefined
    button.current?.focus()
  }, [moved, uid])
  const toggle = () => {
    moved.current = uid
    change({ favourites: isFavourite ? favourites.filter(other => other !== uid) : [...favourites, uid] })
  }
  return (
    <li className={styles.item}>
      <Link
        {...contentPlace({ uid, kind })}
        className={styles.link}
        onClick={onNavigate}
        activeProps={{ 'aria-current': 'page' }}
      >
        {displayName}
      </Link>
      <span className={styles.favourite} data-on={isFavourite || undefined}>
        <IconButton
          label={t(isFavourite ? 'shell.removeFavourite' : 'shell.addFavourite', { name: displayName })}
          icon="star"
          filled={isFavourite}
          size="small"
          onClick={toggle}
          ref={button}
        />
      </span>
    </li>
  )
}
