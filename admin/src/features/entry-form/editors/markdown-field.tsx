/** Markdown, written as it will look or as its source. The value is the same text in both. */
import { memo, type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Notice } from '../../../ui/display/notice.tsx'
import { Skeleton } from '../../../ui/display/states.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import type { FieldPlace } from '../fields/field-props.ts'
import { EditorFrame } from './editor-frame.tsx'
import { Late, lateField } from './late-field.tsx'
import { type MarkdownMode, preferredMode, storeMode } from './markdown/markdown-mode.ts'
import { MarkdownSource } from './markdown/markdown-source.tsx'
import type { UnkeptReason } from './markdown/unkept.ts'

const RichMarkdown = lateField(() => import('./markdown/rich-markdown.tsx'))

/** What it begins with. */
export async function loadMode(): Promise<void> {
  if (preferredMode() === 'write') await RichMarkdown.load()
}

const REASONS = {
  html: 'form.unkeptHtml',
  references: 'form.unkeptReferences',
  footnotes: 'form.unkeptFootnotes',
  other: 'form.unkeptOther',
} as const satisfies Record<UnkeptReason, string>

function MarkdownField({ place }: { readonly place: FieldPlace }): ReactNode {
  const { t } = useTexts()
  const [mode, setMode] = useState(preferredMode)
  /** Why the text is shown as source, whatever was chosen; until somebody chooses again. */
  const [reason, setReason] = useState<UnkeptReason | null>(null)
  const isSwitched = useRef(false)
  const choose = (chosen: MarkdownMode) => {
    isSwitched.current = true
    storeMode(chosen)
    setMode(chosen)
    setReason(null)
  }
  const isWriting = mode === 'write' && reason === null
  const choices = <ModeChoice mode={isWriting ? 'write' : 'source'} onChoose={choose} isSwitched={isSwitched} />
  return (
    <EditorFrame place={place} help={isWriting ? t('form.leaveEditor') : undefined}>
      {isWriting ? (
        <Suspense fallback={<Skeleton lines={6} />}>
          <Late field={RichMarkdown} props={{ place, end: choices, onUnkept: setReason }} />
        </Suspense>
      ) : (
        <MarkdownSource place={place} end={choices} />
      )}
      <div role="status">{reason === null ? null : <Notice>{t(REASONS[reason])}</Notice>}</div>
    </EditorFrame>
  )
}

interface ModeChoiceProps {
  readonly mode: MarkdownMode
  readonly onChoose: (mode: MarkdownMode) => void
  /** Somebody has just pressed a button here: it is drawn again with the other editor. */
  readonly isSwitched: RefObject<boolean>
}

function ModeChoice({ mode, onChoose, isSwitched }: ModeChoiceProps): ReactNode {
  const { t } = useTexts()
  const pressed = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isSwitched.current) pressed.current?.focus({ preventScroll: true })
    isSwitched.current = false
  }, [isSwitched])
  const button = (own: MarkdownMode, label: string) => (
    <Button
      size="small"
      look={mode === own ? 'plain' : 'quiet'}
      aria-pressed={mode === own}
      {...(mode === own ? { ref: pressed } : {})}
      onClick={() => mode !== own && onChoose(own)}
    >
      {label}
    </Button>
  )
  return (
    <>
      {button('write', t('form.writeMode'))}
      {button('source', t('form.sourceMode'))}
    </>
  )
}

export default memo(MarkdownField)
