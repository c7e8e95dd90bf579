/** Chooses one of the types that the person may read. */
import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { TypeInfo } from '../../../../src/admin-api/schema-api.ts'
import { schemaQuery } from '../../api/queries.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { ToolChoice } from '../../ui/page/tools.tsx'

export interface TypeChoiceProps {
  readonly uid: string | undefined
  /** All that the menu shows if absent. */
  readonly filter?: (type: TypeInfo) => boolean
  readonly onChange: (uid: string | undefined) => void
}

export function TypeChoice({ uid, filter = () => true, onChange }: TypeChoiceProps): ReactNode {
  const { t } = useTexts()
  const { data: schema } = useSuspenseQuery(schemaQuery)
  const types = schema.types.filter(type => type.visible && filter(type))
  const options = types.map(type => ({ value: type.uid, label: type.displayName }))
  return (
    <ToolChoice
      label={t('history.type')}
      value={uid ?? ''}
      options={[{ value: '', label: t('history.anyType') }, ...options]}
      onChange={onChange}
    />
  )
}
