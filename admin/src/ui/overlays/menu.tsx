import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import { cloneElement, type ReactElement, type ReactNode } from 'react'
import type { MenuProps } from './late/opened-menu.tsx'
import { menuPart } from './late/parts.ts'
import { useOpening } from './late/use-parts.ts'

export type { MenuItem, MenuProps } from './late/opened-menu.tsx'

/** Its parts are made when it is opened for the first time: a form has hundreds of menus, and few of them are ever opened. */
export function Menu({ target, ...rest }: MenuProps): ReactNode {
  const { value, trigger } = useOpening(menuPart)
  if (value !== undefined) return <value.OpenedMenu target={target} {...rest} />
  return cloneElement(target as ReactElement<Record<string, unknown>>, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    ...trigger,
  })
}
