import type { ReactNode } from 'react'
import { Card } from '../../ui/page/page.tsx'
import { useOwnPlaces } from './own-panel.ts'
import { PartPlace } from './part-place.tsx'

const NOTHING = {}

/** The cards of the project on Home. */
export default function OwnWidgets(): ReactNode {
  return useOwnPlaces('widgets').map(({ name, title, render }) => (
    <Card key={name} title={title}>
      <PartPlace part={render} given={NOTHING} />
    </Card>
  ))
}
