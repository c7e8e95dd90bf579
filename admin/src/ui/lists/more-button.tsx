import type { ReactNode } from 'react'
import { Button } from '../inputs/button.tsx'

export interface MoreButtonProps {
  /** A list that is loaded page by page. */
  readonly list: {
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    readonly fetchNextPage: () => unknown
  }
  readonly label: string
}

/** The next page of a list, below those that are shown; nothing if there is none. */
export function MoreButton({ list, label }: MoreButtonProps): ReactNode {
  if (!list.hasNextPage) return null
  return (
    <div className="above-3">
      <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        {label}
      </Button>
    </div>
  )
}
