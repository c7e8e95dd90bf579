import type { I18n } from '../../../i18n/i18n.tsx'
import type { MenuItem } from '../../../ui/overlays/menu.tsx'

/** The items of a menu that move something in its list. */
export function moveItems(
  t: I18n['t'],
  { index, last }: { readonly index: number; readonly last: number },
  move: (to: number) => void,
): readonly MenuItem[] {
  const [isFirst, isLast] = [index === 0, index === last]
  return [
    { label: t('form.moveUp'), icon: 'arrowUp', disabled: isFirst, onClick: () => move(index - 1) },
    { label: t('form.moveDown'), icon: 'arrowDown', disabled: isLast, onClick: () => move(index + 1) },
    { label: t('form.moveTop'), disabled: isFirst, onClick: () => move(0) },
    { label: t('form.moveBottom'), disabled: isLast, onClick: () => move(last) },
  ]
}
