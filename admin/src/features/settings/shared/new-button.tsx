/** The button of a list that leads to the page of a new one. */
import { type LinkProps, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/inputs/button.tsx'

export interface NewButtonProps {
  readonly to: NonNullable<LinkProps['to']>
  readonly children: string
}

export function NewButton({ to, children }: NewButtonProps): ReactNode {
  const navigate = useNavigate()
  return (
    <Button look="primary" icon="add" onClick={() => navigate({ to })}>
      {children}
    </Button>
  )
}
