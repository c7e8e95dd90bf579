/** A secret that no other page shows. It closes by its button only, so that nobody loses it by a slip. */
import type { ReactNode } from 'react'
import { useTexts } from '../../../i18n/i18n.tsx'
import { CopyBox } from '../../../ui/display/copy-box.tsx'
import { Notice } from '../../../ui/display/notice.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'

export interface ShownOnceProps {
  readonly title: string
  /** What the secret is. */
  readonly label: string
  readonly secret: string
  /** Why it must be copied now. */
  readonly note: string
  readonly children?: ReactNode
  readonly onClose: () => void
}

export function ShownOnce({ title, label, secret, note, children, onClose }: ShownOnceProps): ReactNode {
  const { t } = useTexts()
  const done = (
    <Button look="primary" onClick={onClose}>
      {t('access.copied')}
    </Button>
  )
  return (
    <Dialog title={title} closes="never" onClose={onClose} actions={done}>
      <div className="stack gap-4">
        <Notice look="warning">{note}</Notice>
        <CopyBox label={label} text={secret} />
        {children}
      </div>
    </Dialog>
  )
}
