import type { ReactNode } from 'react'
import type { FieldGiven } from '../../../../src/admin-api/panel/define-panel.ts'
import { PartPlace, type PartPlaceProps } from './part-place.tsx'

/** An input of the project. */
export default function OwnInput(props: PartPlaceProps<FieldGiven>): ReactNode {
  return <PartPlace<FieldGiven> {...props} />
}
