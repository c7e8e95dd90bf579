/** Line icons on a grid of 24. They are decoration: the control around them carries the name. */
import type { ReactNode } from 'react'

/** Each entry is the `d` of one path, drawn with a line of 1.75. */
const PATHS = {
  add: 'M12 5v14M5 12h14',
  arrowDown: 'M12 5v14M6 13l6 6 6-6',
  arrowLeft: 'M19 12H5M11 6l-6 6 6 6',
  arrowRight: 'M5 12h14M13 6l6 6-6 6',
  arrowUp: 'M12 19V5M6 11l6-6 6 6',
  bold: 'M7 5h6a3.5 3.5 0 0 1 0 7H7zM7 12h7a3.5 3.5 0 0 1 0 7H7z',
  bolt: 'M13 3 5 14h6l-1 7 8-11h-6l1-7Z',
  calendar: 'M4 6h16v14H4zM4 10h16M8 3v5M16 3v5',
  check: 'm5 12 5 5L20 7',
  chevronDown: 'm6 9 6 6 6-6',
  chevronLeft: 'm15 6-6 6 6 6',
  chevronRight: 'm9 6 6 6-6 6',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 7v5l3.5 2',
  close: 'M6 6l12 12M18 6 6 18',
  code: 'm8 7-5 5 5 5M16 7l5 5-5 5M14 4l-4 16',
  columns: 'M4 5h16v14H4zM10 5v14M15 5v14',
  copy: 'M9 9h11v11H9zM15 9V4H4v11h5',
  crop: 'M7 2v15h15M2 7h15v15',
  download: 'M12 4v12M7 11l5 5 5-5M4 15v5h16v-5',
  edit: 'M4 20h4L19 9l-4-4L4 16v4ZM13 7l4 4',
  external: 'M14 4h6v6M20 4l-9 9M18 14v6H4V6h6',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z',
  file: 'M6 3h8l4 4v14H6zM14 3v4h4',
  filter: 'M4 5h16l-6 8v6l-4-2v-4L4 5Z',
  folder: 'M3 6h6l2 2h10v11H3z',
  globe: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM3 12h18M12 3c3 3 3.5 6 3.5 9s-.5 6-3.5 9c-3-3-3.5-6-3.5-9S9 6 12 3Z',
  grid: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
  grip: 'M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01',
  help: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.7.3-1 .8-1 1.7M12 17h.01',
  history: 'M4 5v4h4M4.5 9a8.5 8.5 0 1 1-1 3M12 7.5V12l3 2',
  home: 'M4 11l8-7 8 7v9h-5v-6H9v6H4z',
  image: 'M4 5h16v14H4zM4 16l5-5 5 5M13 15l3-3 4 4M15 9h.01',
  italic: 'M10 5h8M6 19h8M14 5l-4 14',
  key: 'M8 19a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM11 12l9-9M16 7l3 3',
  layers: 'M12 3 3 8l9 5 9-5-9-5ZM3 12l9 5 9-5M3 16l9 5 9-5',
  link: 'M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.7l1-1',
  heading: 'M6 5v14M18 5v14M6 12h12',
  list: 'M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01',
  lock: 'M5 11h14v10H5zM8 11V7a4 4 0 0 1 8 0v4',
  mail: 'M3 6h18v12H3zM3 7l9 7 9-7',
  menu: 'M4 7h16M4 12h16M4 17h16',
  minus: 'M5 12h14',
  moon: 'M20 14A8.5 8.5 0 0 1 10 4a8.5 8.5 0 1 0 10 10Z',
  more: 'M5 12.5a.5.5 0 1 0 0-1 .5.5 0 0 0 0 1ZM12 12.5a.5.5 0 1 0 0-1 .5.5 0 0 0 0 1ZM19 12.5a.5.5 0 1 0 0-1 .5.5 0 0 0 0 1Z',
  numbers: 'M10 6h10M10 12h10M10 18h10M4 5l1.5-1v4M4 14.5c0-1.5 2.5-1.5 2.5 0 0 1-2.5 2-2.5 3h2.5',
  quote: 'M5 7h5v5c0 3-2 4.5-4 5M14 7h5v5c0 3-2 4.5-4 5',
  redo: 'M15 5l4 4-4 4M19 9H10a5 5 0 0 0 0 10h5',
  refresh: 'M20 5v5h-5M19.5 10A8 8 0 1 0 20 13',
  schema: 'M4 4h7v6H4zM13 14h7v6h-7zM7.5 10v7H13',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM16 16l4.5 4.5',
  settings:
    'M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM19.5 12a7.5 7.5 0 0 0-.1-1.3l2-1.5-2-3.4-2.3 1a7.6 7.6 0 0 0-2.2-1.3L14.5 3h-5l-.4 2.5a7.6 7.6 0 0 0-2.2 1.3l-2.3-1-2 3.4 2 1.5a7.6 7.6 0 0 0 0 2.6l-2 1.5 2 3.4 2.3-1c.7.6 1.4 1 2.2 1.3l.4 2.5h5l.4-2.5c.8-.3 1.5-.7 2.2-1.3l2.3 1 2-3.4-2-1.5c.1-.4.1-.9.1-1.3Z',
  signOut: 'M14 4H5v16h9M10 12h11M17 8l4 4-4 4',
  sliders:
    'M4 7h10M18 7h2M4 17h2M10 17h10M16 9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM8 19.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
  star: 'm12 3.5 2.6 5.3 5.9.9-4.3 4.1 1 5.8-5.2-2.7-5.2 2.7 1-5.8-4.3-4.1 5.9-.9L12 3.5Z',
  strike:
    'M5 12h14M16 7.5C15.5 6 14 5 12 5c-2.5 0-4 1.5-4 3.2 0 1.5 1 2.5 3 3.3M8 16.5C8.5 18 10 19 12 19c2.5 0 4-1.5 4-3.2 0-.8-.3-1.4-.8-2',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4',
  target: 'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16ZM12 2v5M12 17v5M2 12h5M17 12h5',
  trash: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5',
  underline: 'M7 5v6a5 5 0 0 0 10 0V5M5 20h14',
  undo: 'M9 5 5 9l4 4M5 9h9a5 5 0 0 1 0 10H9',
  upload: 'M12 16V4M7 9l5-5 5 5M4 15v5h16v-5',
  pause: 'M8 5v14M16 5v14',
  play: 'M7 4v16l13-8L7 4Z',
  sound: 'M4 10v4h4l5 4V6l-5 4H4ZM16.5 9a4.5 4.5 0 0 1 0 6',
  sortDown: 'm8 10 4 4 4-4',
  sortUp: 'm8 14 4-4 4 4',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20.5a7.5 7.5 0 0 1 15 0',
  warning: 'M12 4 2.5 20h19L12 4ZM12 10v4M12 17h.01',
} as const

export type IconName = keyof typeof PATHS

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
      <path d={PATHS[name]} />
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
