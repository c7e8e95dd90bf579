import { ActionIcon as KitActionIcon, Button as KitButton } from '@mantine/core'
import type { MouseEvent, ReactNode, Ref } from 'react'
import { Icon, type IconName } from './icon.tsx'
import { Tooltip } from './tooltip.tsx'

/** `primary`: the one thing to do here. `danger`: destroys something. `quiet`: no border until it is pointed at. */
export type ButtonLook = 'primary' | 'plain' | 'quiet' | 'danger'

const LOOKS = {
  primary: { variant: 'filled', color: 'leaf' },
  plain: { variant: 'default' },
  quiet: { variant: 'subtle', color: 'leaf' },
  danger: { variant: 'outline', color: 'var(--rust)' },
} as const

export interface ButtonProps {
  readonly children: ReactNode
  readonly look?: ButtonLook
  readonly icon?: IconName | undefined
  readonly size?: 'small' | 'normal'
  readonly type?: 'button' | 'submit'
  readonly form?: string
  readonly busy?: boolean
  readonly disabled?: boolean
  readonly wide?: boolean
  readonly onClick?: (event: MouseEvent<HTMLButtonElement>) => void
  readonly ref?: Ref<HTMLButtonElement>
  readonly 'aria-describedby'?: string | undefined
}

export function Button({
  look = 'plain',
  icon,
  size = 'normal',
  busy = false,
  wide = false,
  type = 'button',
  children,
  ...rest
}: ButtonProps): ReactNode {
  return (
    <KitButton
      {...LOOKS[look]}
      {...rest}
      type={type}
      size={size === 'small' ? 'xs' : 'sm'}
      fullWidth={wide}
      loading={busy}
      leftSection={icon === undefined ? undefined : <Icon name={icon} size={size === 'small' ? 16 : 18} />}
    >
      {children}
    </KitButton>
  )
}

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
  busy,
  ...rest
}: IconButtonProps): ReactNode {
  return (
    <Tooltip label={label}>
      <KitActionIcon
        variant="subtle"
        color="var(--soft)"
        size={size === 'small' ? 28 : 36}
        aria-label={label}
        loading={busy ?? false}
        {...rest}
      >
        <Icon name={icon} size={size === 'small' ? 16 : 20} filled={filled} />
      </KitActionIcon>
    </Tooltip>
  )
}
