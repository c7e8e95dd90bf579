/** Adds one of what is not there yet. A closed list of the browser would add the next one with every arrow key. */
import type { ReactNode } from 'react'
import { Button } from '../ui/inputs/button.tsx'
import { Menu } from '../ui/overlays/menu.tsx'

export interface AddMenuProps {
  readonly label: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly onAdd: (value: string) => void
}

export function AddMenu({ label, options, onAdd }: AddMenuProps): ReactNode {
  const isTwice = (text: string) => options.filter(option => option.label === text).length > 1
  return (
    <Menu
      side="start"
      target={<Button icon="add">{label}</Button>}
      items={options.map(option => ({
        label: isTwice(option.label) ? `${option.label} (${option.value})` : option.label,
        onClick: () => onAdd(option.value),
      }))}
    />
  )
}
