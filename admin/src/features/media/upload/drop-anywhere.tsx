import { type ReactNode, useEffect, useState } from 'react'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Icon } from '../../../ui/display/icon.tsx'
import styles from './upload.module.css'

/** Takes files that are dropped on any part of the page. */
export function DropAnywhere({ onFiles }: { readonly onFiles: (files: readonly File[]) => void }): ReactNode {
  const { t } = useTexts()
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    // Entering an element comes before leaving the one around it, so the depth says whether the pointer is still inside.
    let depth = 0
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true
    const enter = (event: DragEvent) => {
      if (!hasFiles(event)) return
      depth += 1
      setOver(true)
    }
    const leave = () => {
      depth = Math.max(0, depth - 1)
      if (depth === 0) setOver(false)
    }
    const over = (event: DragEvent) => hasFiles(event) && event.preventDefault()
    const drop = (event: DragEvent) => {
      depth = 0
      setOver(false)
      if (event.defaultPrevented || !hasFiles(event)) return
      event.preventDefault()
      onFiles([...event.dataTransfer!.files])
    }
    const stop = new AbortController()
    const options = { signal: stop.signal }
    addEventListener('dragenter', enter, options)
    addEventListener('dragleave', leave, options)
    addEventListener('dragover', over, options)
    addEventListener('drop', drop, options)
    return () => stop.abort()
  }, [onFiles])
  if (!isOver) return null
  return (
    <div className={styles.over} aria-hidden="true">
      <Icon name="upload" size={40} />
      {t('media.dropAnywhere')}
    </div>
  )
}
