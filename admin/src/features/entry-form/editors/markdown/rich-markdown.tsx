/** Markdown as it will look. */
import { type ReactNode, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { FileValue } from '../../../../../../src/admin-api/content-api.ts'
import { useTexts } from '../../../../i18n/i18n.tsx'
import { markdownExtensions } from '../../../../ui/editors/markdown-extensions.ts'
import { insertTable, runTableCommand, type TableCommand } from '../../../../ui/editors/markdown-tables.ts'
import type { TableMenu } from '../../../../ui/editors/rich-toolbar.tsx'
import type { FieldPlace } from '../../fields/field-props.ts'
import { useForm, useValue } from '../../form-context.tsx'
import type { DocumentNode } from '../blocks-document.ts'
import { RichText, useDocument } from '../rich-text.tsx'
import { isWritable, markdownOf, type OpenResult, openMarkdown } from './markdown-document.ts'
import type { UnkeptReason } from './unkept.ts'

export interface RichMarkdownProps {
  readonly place: FieldPlace
  /** At the end of the buttons. */
  readonly end: ReactNode
  /** The text has something that would not stay as it is. */
  readonly onUnkept: (reason: UnkeptReason) => void
}

export default function RichMarkdown({ place, end, onUnkept }: RichMarkdownProps): ReactNode {
  const { path } = place
  const { t } = useTexts()
  const { store } = useForm()
  const value = useValue<string>(path) ?? ''
  const [extensions] = useState(() => markdownExtensions({ task: t('form.taskDone') }))
  const tables = useTableMenu()
  const { opened: result, key, written } = useDocument(value, openMarkdown)
  const reason = 'reason' in result ? result.reason : null
  useLayoutEffect(() => {
    if (reason !== null) onUnkept(reason)
  }, [reason, onUnkept])
  const check = useCheck(result, onUnkept)
  if ('reason' in result) return null
  return (
    <RichText
      place={place}
      extensions={extensions}
      document={result.document}
      documentKey={key}
      isMultiple
      imageOf={imageOf}
      tables={tables}
      end={end}
      onChange={changed => {
        if (!check()) return
        const text = markdownOf(changed, result.opened)
        written.current = text
        if (text !== (store.values.get(path) ?? '')) store.set(path, text === '' ? null : text)
      }}
    />
  )
}

/** Milliseconds at a time. */
const CHECK_FOR = 8

/**
 * Looks, while nothing else is done, whether every block can be written anew. The result does the rest at once, and is false if
 * one cannot: a change would harm what was not changed.
 */
function useCheck(result: OpenResult, onUnkept: (reason: UnkeptReason) => void): () => boolean {
  const [state] = useState<{ result: OpenResult | null; left: DocumentNode[]; isKept: boolean }>({
    result: null,
    left: [],
    isKept: true,
  })
  if (state.result !== result)
    Object.assign(state, { result, left: 'reason' in result ? [] : [...result.unchecked].reverse(), isKept: true })
  const newest = useRef(onUnkept)
  newest.current = onUnkept
  const check = useCallback(
    (until: number) => {
      while (state.isKept && state.left.length > 0 && performance.now() < until)
        if (!isWritable(state.left.pop()!)) {
          state.isKept = false
          newest.current('other')
        }
      return state.isKept
    },
    [state],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is looked at anew, a short one before it is seen
  useLayoutEffect(() => {
    const isDone = () => !check(performance.now() + CHECK_FOR) || state.left.length === 0
    const timer = isDone() ? undefined : setInterval(() => isDone() && clearInterval(timer), CHECK_FOR * 2)
    return () => clearInterval(timer)
  }, [result])
  return () => check(Number.POSITIVE_INFINITY)
}

function imageOf({ url, alternativeText, name }: FileValue) {
  return { type: 'image', attrs: { src: url, alt: alternativeText ?? name } }
}

const COMMANDS = [
  ['addRowAfter', 'form.addTableRow'],
  ['addColumnAfter', 'form.addTableColumn'],
  ['deleteRow', 'form.deleteTableRow'],
  ['deleteColumn', 'form.deleteTableColumn'],
  ['deleteTable', 'form.deleteTable'],
] as const satisfies readonly (readonly [TableCommand, string])[]

function useTableMenu(): TableMenu {
  const { t } = useTexts()
  return useMemo(
    () => ({
      label: t('form.table'),
      items: [
        { label: t('form.insertTable'), isNew: true, run: insertTable },
        ...COMMANDS.map(([command, text]) => ({
          label: t(text),
          isNew: false,
          run: (editor: Parameters<typeof runTableCommand>[0]) => runTableCommand(editor, command),
        })),
      ],
    }),
    [t],
  )
}
