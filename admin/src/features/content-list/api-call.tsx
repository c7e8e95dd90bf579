import { type ReactNode, useState } from 'react'
import { useTexts } from '../../i18n/i18n.tsx'
import { IconButton } from '../../ui/inputs/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
import { apiAddress } from './api-address.ts'
import styles from './list-page.module.css'
import type { List } from './use-list.ts'

/** Copies the address of exactly this list in the content API. Where the browser forbids it, the address is shown. */
export function CopyApiCall({ list: { type, search, columns } }: { readonly list: List }): ReactNode {
  const { t } = useTexts()
  const [shown, setShown] = useState(false)
  const path = apiAddress(
    type,
    search,
    columns.map(({ name }) => name),
  )
  if (path === undefined) return null
  const address = `${location.origin}${path}`
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address)
      showToast({ message: t('list.apiCallCopied', { address: decodeURI(path) }) })
    } catch {
      setShown(true)
    }
  }
  return (
    <>
      <IconButton label={t('list.copyApiCall')} icon="code" onClick={copy} />
      <Dialog title={t('list.copyApiCall')} open={shown} onClose={() => setShown(false)}>
        <p className={styles.address}>{address}</p>
      </Dialog>
    </>
  )
}
