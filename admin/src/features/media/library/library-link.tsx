import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type MediaSearch, parseMediaSearch } from '../media-search.ts'
import type { Library, MediaChange } from './use-library.ts'

export interface LibraryLinkProps {
  readonly library: Library
  readonly change: MediaChange
  readonly className?: string | undefined
  readonly isCurrent?: boolean
  readonly children: ReactNode
}

/** A link to another place of the library. How files are sorted and shown stays. */
export function LibraryLink({ library, change, className, isCurrent, children }: LibraryLinkProps): ReactNode {
  const { sort, view, pageSize } = library.search
  const search: MediaSearch = parseMediaSearch({ sort, view, pageSize, ...change })
  return (
    <Link
      to="/plugins/upload"
      search={search}
      className={className}
      activeProps={{}}
      aria-current={isCurrent ? 'page' : undefined}
    >
      {children}
    </Link>
  )
}
