/** Label, hint and problem around an editor, which is no input of the browser. */
import type { ReactNode } from 'react'
import type { FieldPlace } from '../fields/field-props.ts'
import styles from '../fields/fields.module.css'
import { useHint } from '../fields/use-hint.ts'
import { useProblem } from '../form-context.tsx'
import { fieldId } from '../store/problem-paths.ts'

export interface EditorFrameProps {
  readonly place: FieldPlace
  readonly children: ReactNode
  /** Said about the text itself, such as where it is not JSON. */
  readonly message?: string | undefined
  /** Said to whoever does not see the editor, such as how Tab leaves it. */
  readonly help?: string | undefined
}

export function noteId(path: string): string {
  return `${fieldId(path)}-note`
}

export function EditorFrame({ place, children, message, help }: EditorFrameProps): ReactNode {
  const problem = useProblem(place.path)
  const hint = useHint(place)
  const shown = message ?? problem
  return (
    <div>
      <span className={styles.label} data-required={place.attribute.required || undefined}>
        {place.label}
      </span>
      {children}
      <div id={noteId(place.path)}>
        {hint === undefined ? null : <p className="small soft above-1">{hint}</p>}
        {shown === undefined ? null : <p className="small rust above-1">{shown}</p>}
        {help === undefined ? null : <p className="visually-hidden">{help}</p>}
      </div>
    </div>
  )
}
