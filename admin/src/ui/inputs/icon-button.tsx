import { ActionIcon } from '@mantine/core'
import type { MouseEvent, ReactNode, Ref } from 'react'
import { Icon, type IconName } from '../display/icon.tsx'
import { Tooltip } from '../overlays/tooltip.tsx'
import { heldProps } from './held-button.tsx'

export interface IconButtonProps {
  /** Its name for people who cannot see the icon, and its tooltip. */
  readonly label: string
  readonly icon: IconName
  readonly filled?: boolean
  readonly size?: 'small' | 'normal'
  readonly disabled?: boolean
  readonly busy?: boolean
  readonly onClick?: (event: MouseEvent<HTMLButtonElement>) => void
  readonly ref?: Ref<HTMLButtonElement>
  readonly 'aria-pressed'?: boolean
  readonly 'aria-expanded'?: boolean
  readonly 'aria-haspopup'?: 'menu' | 'dialog' | 'listbox'
}

/** A button that is an icon. It accepts the properties that `Menu` gives to its target. */
export function IconButton({
  label,
  icon,
  filled = false,
  size = 'normal',
  busy = false,
  disabled = false,
  onClick,
  ...rest
}: IconButtonProps): ReactNode {
  return (
    <Tooltip label={label}>
      <ActionIcon
        className="current"
        variant="subtle"
        color="var(--soft)"
        size={size === 'small' ? 28 : 36}
        aria-label={label}
        {...rest}
        {...heldProps({ busy, disabled, onClick })}
      >
        <Icon name={icon} size={size === 'small' ? 16 : 20} filled={filled} />
      </ActionIcon>
    </Tooltip>
  )
}
