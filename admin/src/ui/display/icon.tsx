/** Line icons on a grid of 24. They are decoration: the control around them carries the name. */
import type { ReactNode } from 'react'
import type { MORE_PATHS } from './icons/more-icons.ts'

/** Each entry is the `d` of one path, drawn with a line of 1.75. These are those of sign-in, which does not load the others. */
const FIRST_PATHS = {
  check: 'm5 12 5 5L20 7',
  chevronDown: 'm6 9 6 6 6-6',
  close: 'M6 6l12 12M18 6 6 18',
  copy: 'M9 9h11v11H9zM15 9V4H4v11h5',
  download: 'M12 4v12M7 11l5 5 5-5M4 15v5h16v-5',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z',
  help: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.7.3-1 .8-1 1.7M12 17h.01',
  key: 'M8 19a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM11 12l9-9M16 7l3 3',
  lock: 'M5 11h14v10H5zM8 11V7a4 4 0 0 1 8 0v4',
  refresh: 'M20 5v5h-5M19.5 10A8 8 0 1 0 20 13',
  warning: 'M12 4 2.5 20h19L12 4ZM12 10v4M12 17h.01',
} as const

export type IconName = keyof typeof FIRST_PATHS | keyof typeof MORE_PATHS

const paths: Partial<Record<IconName, string>> = { ...FIRST_PATHS }

/** Before the first page is drawn. */
export function addIcons(more: typeof MORE_PATHS): void {
  Object.assign(paths, more)
}

export interface IconProps {
  readonly name: IconName
  readonly size?: number
  readonly filled?: boolean
}

export function Icon({ name, size = 20, filled = false }: IconProps): ReactNode {
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill={filled ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={paths[name]} />
    </svg>
  )
}

/** The leaf of the welcome page. */
export function Leaf({ size = 28 }: { readonly size?: number }): ReactNode {
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      width={size}
      height={size}
      viewBox="0 0 32 32"
      style={{ color: 'var(--leaf)' }}
    >
      <path d="M16 2c7 5 11 10 11 15.5C27 23 22.5 26 16 26S5 23 5 17.5C5 12 9 7 16 2Z" fill="currentColor" />
      <path
        d="M16 9v21M16 17l5-4M16 21.5l-5.5-4.5"
        fill="none"
        stroke="var(--page)"
        strokeWidth="1.8"
        strokeLinecap="round"
      />
      <path d="M16 26v5" stroke="currentColor" strokeWidth="2.4" strokeLinecap="round" />
    </svg>
  )
}
