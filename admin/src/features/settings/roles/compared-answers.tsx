/** Two answers to one address beside each other, with what only one of them has marked. */
import type { ReactNode } from 'react'
import type { GrantsPreviewInfo, SentAnswer } from '../../../../../src/admin-api/access-api.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { type AnswerLine, answerLines, onlyIn } from './answer-lines.ts'
import styles from './compared-answers.module.css'

interface ComparedProps {
  readonly address: string
  readonly preview: GrantsPreviewInfo
}

export function ComparedAnswers({ address, preview: { before, after, loses, gains } }: ComparedProps): ReactNode {
  const { t } = useTexts()
  const [left, right] = [answerLines(before.body), answerLines(after.body)]
  const isSame = before.body === after.body
  return (
    <section className="grid gap-3 above-4" aria-label={t('settings.answer')} aria-live="polite">
      <p>
        <code className="breaks">GET {address}</code>
      </p>
      {isSame ? <p>{t('access.sameAnswer')}</p> : null}
      {loses.length === 0 ? null : <p>{t('access.previewLoses', { names: loses.join(', ') })}</p>}
      {gains.length === 0 ? null : <p>{t('access.previewGains', { names: gains.join(', ') })}</p>}
      <div className={styles.both}>
        <Side title={t('access.answerNow')} answer={before} lines={left} marked={onlyIn(left, right)} mark="del" />
        <Side title={t('access.answerThen')} answer={after} lines={right} marked={onlyIn(right, left)} mark="ins" />
      </div>
    </section>
  )
}

interface SideProps {
  readonly title: string
  readonly answer: SentAnswer
  readonly lines: readonly AnswerLine[]
  readonly marked: ReadonlySet<AnswerLine>
  readonly mark: 'del' | 'ins'
}

function Side({ title, answer, lines, marked, mark: Mark }: SideProps): ReactNode {
  return (
    <div className="stack gap-2">
      <h3 className="small strong">
        {title} → {answer.status}
      </h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre className={styles.answer} tabIndex={0}>
        {lines.map((line, index) => {
          const text = line.text.trimStart()
          const indent = line.text.slice(0, line.text.length - text.length)
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
          return [indent, marked.has(line) ? <Mark key={index}>{text}</Mark> : text, '\n']
        })}
      </pre>
    </div>
  )
}
