/** What other features and the shell use of the project's own parts. The parts themselves are loaded when one is shown. */
import { lazy } from 'react'

export { ownPart, useOwnPanel, useOwnPlaces, useOwnProblem } from './own-panel.ts'

export const OwnCell = lazy(() => import('./own-cell.tsx'))
export const OwnInput = lazy(() => import('./own-input.tsx'))
export const OwnValue = lazy(() => import('./own-value.tsx'))
export const OwnWidgets = lazy(() => import('./own-widgets.tsx'))
