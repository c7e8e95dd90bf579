import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import { Menu as KitMenu } from '@mantine/core'
import type { ReactElement, ReactNode } from 'react'
import { Icon, type IconName } from '../display/icon.tsx'

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

export function Menu({ target, title, items, side = 'end' }: MenuProps): ReactNode {
  return (
    <KitMenu
      withInitialFocusPlaceholder={false}
      position={`bottom-${side}`}
      shadow="md"
      width={220}
      withinPortal
      transitionProps={{ duration: 80 }}
    >
      <KitMenu.Target>{target}</KitMenu.Target>
      <KitMenu.Dropdown>
        {title === undefined ? null : <KitMenu.Label>{title}</KitMenu.Label>}
        {items.map(({ label, icon, danger, disabled, onClick }) => (
          <KitMenu.Item
            key={label}
            disabled={disabled ?? false}
            onClick={onClick}
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
