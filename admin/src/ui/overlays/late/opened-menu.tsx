/** A menu that has been opened at least once. */
import { Menu as KitMenu } from '@mantine/core'
import { cloneElement, type ReactElement, type ReactNode, type Ref, useEffect, useRef, useState } from 'react'
import { Icon, type IconName } from '../../display/icon.tsx'
import { useLayer } from '../open-layers.ts'

export interface MenuItem {
  readonly label: string
  readonly icon?: IconName
  readonly danger?: boolean
  readonly disabled?: boolean
  readonly onClick: () => void
}

export interface MenuProps {
  /** A `Button` or `IconButton`. */
  readonly target: ReactElement
  /** A heading above the items. */
  readonly title?: string
  readonly items: readonly MenuItem[]
  readonly side?: 'start' | 'end'
}

export function OpenedMenu({ target, title, items, side = 'end' }: MenuProps): ReactNode {
  const opener = useRef<HTMLElement>(null)
  const [isOpen, setOpen] = useState(false)
  useLayer(isOpen, () => setOpen(false), false)
  // The kit would give the focus to the first item, and lose it if that is disabled.
  const first = items.findIndex(({ disabled }) => disabled !== true)
  useEffect(() => {
    // It is another button than the one that was pressed.
    opener.current?.focus()
    setOpen(true)
  }, [])
  return (
    <KitMenu
      opened={isOpen}
      onChange={setOpen}
      withInitialFocusPlaceholder={false}
      closeOnEscape={false}
      position={`bottom-${side}`}
      shadow="md"
      width={220}
      withinPortal
      transitionProps={{ duration: 80 }}
    >
      <KitMenu.Target>
        {cloneElement(target as ReactElement<{ ref?: Ref<HTMLElement> }>, { ref: opener })}
      </KitMenu.Target>
      <KitMenu.Dropdown>
        {title === undefined ? null : <KitMenu.Label>{title}</KitMenu.Label>}
        {items.map(({ label, icon, danger, disabled, onClick }, index) => (
          <KitMenu.Item
            key={label}
            disabled={disabled ?? false}
            onClick={onClick}
            data-autofocus={index === first || undefined}
            {...(danger ? { color: 'var(--rust)' } : {})}
            leftSection={icon === undefined ? undefined : <Icon name={icon} size={18} />}
          >
            {label}
          </KitMenu.Item>
        ))}
      </KitMenu.Dropdown>
    </KitMenu>
  )
}
