import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { sessionQuery } from '../../../api/queries.ts'
import { useTexts } from '../../../i18n/i18n.tsx'

/** Part of the question before entries are deleted: they are not lost, if this server keeps a trash. */
export function ToTrash({ amount }: { readonly amount: number }): ReactNode {
  const { count } = useTexts()
  const { data: session } = useSuspenseQuery(sessionQuery)
  return session.keeps.trash ? <p className="soft">{count('list.toTrash', amount)}</p> : null
}
