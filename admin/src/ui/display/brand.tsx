import type { ReactNode } from 'react'
import { Leaf } from './icon.tsx'

export interface BrandProps {
  /** `undefined` as long as nobody knows it. */
  readonly brand: { readonly logo: string | null } | undefined
  readonly size: number
  /** The name. */
  readonly children: ReactNode
}

/** The logo of the project, or our own, before its name. */
export function Brand({ brand, size, children }: BrandProps): ReactNode {
  return (
    <>
      {brand?.logo ? (
        <img src={brand.logo} alt="" height={size} style={{ maxWidth: size * 4, objectFit: 'contain' }} />
      ) : (
        <Leaf size={size} />
      )}
      {children}
    </>
  )
}
