import type { ReactNode } from 'react'
import { useTexts } from '../../../i18n/i18n.tsx'
import { CopyBox } from '../../../ui/display/copy-box.tsx'
import { Notice } from '../../../ui/display/notice.tsx'
import { Button } from '../../../ui/inputs/button.tsx'

export interface RecoveryCodesProps {
  readonly codes: readonly string[]
  readonly onDone: () => void
}

/** The only time that they are shown. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps): ReactNode {
  const { t } = useTexts()
  return (
    <div className="stack gap-4">
      <Notice look="warning">{t('session.recoveryText')}</Notice>
      <CopyBox label={t('session.recoveryCodes')} text={codes.join('\n')} />
      <Button look="primary" onClick={onDone}>
        {t('session.savedCodes')}
      </Button>
    </div>
  )
}
