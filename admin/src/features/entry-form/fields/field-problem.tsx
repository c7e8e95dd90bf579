/** What is wrong with a field that is no single input: said at its control too, to which the list of problems leads. */
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { firstControl } from '../first-control.ts'
import { useProblem } from '../form-context.tsx'
import { fieldId } from '../store/problem-paths.ts'

/** For the group around the field; absent as long as nothing is wrong. */
export function useProblemId(path: string): string | undefined {
  return useProblem(path) === undefined ? undefined : `${fieldId(path)}-problem`
}

export function FieldProblem({ path }: { readonly path: string }): ReactNode {
  const problem = useProblem(path)
  const id = useProblemId(path)
  const text = useRef<HTMLParagraphElement>(null)
  useLayoutEffect(() => (text.current === null ? undefined : tieToControl(text.current)))
  return problem === undefined ? null : (
    <p ref={text} id={id} className="small rust above-1">
      {problem}
    </p>
  )
}

/** The control belongs to a component that knows nothing of problems: it gets the name of the text from here. */
function tieToControl(text: HTMLElement): () => void {
  const { id } = text
  const field = text.closest<HTMLElement>('[data-path]')
  const control = field === null ? null : firstControl(field)
  const others = () => (control?.getAttribute('aria-describedby') ?? '').split(' ').filter(name => name && name !== id)
  control?.setAttribute('aria-describedby', [...others(), id].join(' '))
  return () => {
    const left = others()
    if (left.length === 0) control?.removeAttribute('aria-describedby')
    else control?.setAttribute('aria-describedby', left.join(' '))
  }
}
