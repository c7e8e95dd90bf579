import { Button as KitButton } from '@mantine/core'
import type { MouseEvent, ReactNode, Ref } from 'react'
import { Icon, type IconName } from '../display/icon.tsx'
import { heldProps } from './held-button.tsx'

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
  readonly 'aria-expanded'?: boolean
  readonly 'aria-pressed'?: boolean
}

export function Button({
  look = 'plain',
  icon,
  size = 'normal',
  busy = false,
  disabled = false,
  onClick,
  wide = false,
  type = 'button',
  children,
  ...rest
}: ButtonProps): ReactNode {
  return (
    <KitButton
      {...LOOKS[look]}
      {...rest}
      {...heldProps({ busy, disabled, onClick })}
      type={type}
      size={size === 'small' ? 'xs' : 'sm'}
      fullWidth={wide}
      leftSection={icon === undefined ? undefined : <Icon name={icon} size={size === 'small' ? 16 : 18} />}
    >
      {children}
    </KitButton>
  )
}

// Apart, because its tooltip weighs more than the whole log-in page otherwise.
export { IconButton, type IconButtonProps } from './icon-button.tsx'
