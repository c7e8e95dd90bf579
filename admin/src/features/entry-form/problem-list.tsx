/** Everything that is wrong, each with a way to it. */
import { type ReactNode, useSyncExternalStore } from 'react'
import { fieldLabel } from '../../api/field-label.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import styles from './entry-form.module.css'
import { useForm } from './form-context.tsx'
import { jumpTo, serverPath } from './store/problem-paths.ts'

export function ProblemList(): ReactNode {
  const { count } = useTexts()
  const { store, type, views } = useForm()
  const text = useSyncExternalStore(
    listener => store.problems.subscribeAll(listener),
    () =>
      store.problems
        .keys()
        .map(path => `${path}\t${store.problems.get(path)}`)
        .join('\n'),
  )
  if (text === '') return null
  const problems = text.split('\n').map(line => line.split('\t') as [string, string])
  const labelOf = (path: string) => {
    const [first = '', ...rest] = serverPath(store, path).split('.')
    const label = fieldLabel(first, views[type.uid]?.metadatas[first]?.edit.label)
    return [label, ...rest.map(step => (/^\d+$/.test(step) ? String(Number(step) + 1) : fieldLabel(step)))].join(' › ')
  }
  return (
    <section className={styles.problems} aria-label={count('form.problemCount', problems.length)}>
      <h2 className="heavy">{count('form.problemCount', problems.length)}</h2>
      <ul>
        {problems.map(([path, message]) => (
          <li key={path}>
            <button type="button" className={styles.problem} onClick={() => jumpTo(store, path)}>
              {labelOf(path)}: {message}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
