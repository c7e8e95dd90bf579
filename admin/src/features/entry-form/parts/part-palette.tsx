/** Which component to add, by category. Opens in the place where the part will be. */
import { type ReactNode, useEffect, useRef } from 'react'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Icon } from '../../../ui/display/icon.tsx'
import { IconButton } from '../../../ui/inputs/button.tsx'
import { useForm } from '../form-context.tsx'
import { componentIcon } from './component-icon.ts'
import styles from './parts.module.css'

export interface PartPaletteProps {
  readonly label: string
  readonly components: readonly string[]
  readonly onChoose: (component: string) => void
  readonly onClose: () => void
}

export function PartPalette({ label, components, onChoose, onClose }: PartPaletteProps): ReactNode {
  const { t } = useTexts()
  const { schema } = useForm()
  const frame = useRef<HTMLElement>(null)
  const known = components.flatMap(uid => schema.components.find(component => component.uid === uid) ?? [])
  const categories = [...new Set(known.map(({ category }) => category))]
  useEffect(() => frame.current?.querySelector<HTMLElement>('li button')?.focus(), [])
  return (
    <section
      ref={frame}
      className={styles.palette}
      aria-label={t('form.addComponentTo', { name: label })}
      onKeyDown={event => {
        if (event.key !== 'Escape') return
        // The palette alone, not the drawer around the form.
        event.preventDefault()
        onClose()
      }}
    >
      <div className="row spread strong below-2">
        <span>{t('form.pickComponent')}</span>
        <IconButton size="small" label={t('common.close')} icon="close" onClick={onClose} />
      </div>
      {categories.map(category => (
        <div key={category}>
          {categories.length === 1 ? null : <p className={styles.category}>{category}</p>}
          <ul className={styles.choices}>
            {known
              .filter(component => component.category === category)
              .map(({ uid, displayName, description, icon }) => (
                <li key={uid}>
                  <button type="button" className={styles.choice} onClick={() => onChoose(uid)}>
                    <Icon name={componentIcon(icon)} size={18} />
                    <span>{displayName}</span>
                    {description === '' ? null : <span className={styles.hint}>{description}</span>}
                  </button>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </section>
  )
}
