import { useCallback } from 'react'
import { useForm } from '../form-context.tsx'

/** - `blocks.hero` gives `Hero` */
export function useComponentName(): (component: string) => string {
  const { schema } = useForm()
  return useCallback(
    component => schema.components.find(({ uid }) => uid === component)?.displayName ?? component,
    [schema],
  )
}
