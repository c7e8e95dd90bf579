import { useMemo } from 'react'
import { useTexts } from '../i18n/i18n.tsx'
import type { SortableTexts } from '../ui/drag/sortable-list.tsx'

export function useSortableTexts(): SortableTexts {
  const { t } = useTexts()
  return useMemo(
    () => ({
      handle: name => t('form.drag', { name }),
      instructions: t('form.dragHelp'),
      lifted: name => t('form.dragLifted', { name }),
      over: (name, position, count) => t('form.dragOver', { name, position, count }),
      dropped: (name, position, count) => t('form.dragDropped', { name, position, count }),
    }),
    [t],
  )
}
