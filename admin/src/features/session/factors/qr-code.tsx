/** A text as a QR code, drawn here: secrets go to nobody. Apart, because few people ever see one. */
import type { ReactNode } from 'react'
import { encode } from 'uqr'
import styles from './qr-code.module.css'

export interface QrCodeProps {
  readonly label: string
  readonly text: string
}

export default function QrCode({ label, text }: QrCodeProps): ReactNode {
  // Cameras need the quiet border, and dark on light.
  const { data } = encode(text, { ecc: 'M', border: 4 })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg className={styles.code} viewBox={`0 0 ${data.length} ${data.length}`} role="img" aria-label={label}>
      <rect width="100%" height="100%" fill="#fff" />
      <path d={dark.join('')} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}
