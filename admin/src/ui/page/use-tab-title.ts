import { useEffect } from 'react'

/** Sets the title of the tab, if there is one to set. */
export function useTabTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) document.title = `${title} · Populus`
  }, [title])
}
