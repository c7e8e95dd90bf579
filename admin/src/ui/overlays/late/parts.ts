/** What opens over the page. No page needs it to be shown. */
import { latePart } from './late-part.ts'

export const dialogPart = latePart(() => import('./dialog-window.tsx'))
export const drawerPart = latePart(() => import('./drawer-window.tsx'))
export const menuPart = latePart(() => import('./opened-menu.tsx'))
export const popoverPart = latePart(() => import('./opened-popover.tsx'))

/** After the start of the panel. Later the files may be gone, because the server was replaced. */
export function prepareParts(): void {
  for (const part of [dialogPart, drawerPart, menuPart, popoverPart]) part.prepare()
}
