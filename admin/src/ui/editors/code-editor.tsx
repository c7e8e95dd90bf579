/** A text editor for code. Tab leaves it, as everywhere else. */
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json, jsonParseLinter } from '@codemirror/lang-json'
import { bracketMatching, indentOnInput, syntaxHighlighting } from '@codemirror/language'
import { linter, lintGutter, lintKeymap } from '@codemirror/lint'
import { Annotation, Compartment, EditorState, type Extension, Transaction } from '@codemirror/state'
import { EditorView, keymap, lineNumbers } from '@codemirror/view'
import { type ReactNode, type RefObject, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import { textChanges } from '../diffs/text-changes.ts'
import { styleNonce } from '../theme/ui-provider.tsx'
import styles from './code-editor.module.css'
import { colours, frame } from './code-theme.ts'
import { setEditorCursor } from './editor-cursors.ts'
import { type MarkdownCommand, runMarkdownCommand } from './markdown-commands.ts'
import { markdownLanguage } from './markdown-language.ts'

/** ⌘⏎ publishes, in every field. */
const usualKeys = defaultKeymap.filter(({ key }) => key !== 'Mod-Enter')

/** Marks what was not written here. */
const elsewhere = Annotation.define<boolean>()

export interface CodeEditorHandle {
  readonly run: (command: MarkdownCommand) => void
  readonly insert: (text: string) => void
}

export interface CodeEditorProps {
  readonly label: string
  readonly describedBy?: string | undefined
  readonly language: 'json' | 'markdown'
  readonly value: string
  readonly onChange: (value: string) => void
  readonly readOnly?: boolean
  readonly isInvalid?: boolean
  readonly isRequired?: boolean
  readonly ref?: RefObject<CodeEditorHandle | null>
}

const LANGUAGES: Readonly<Record<CodeEditorProps['language'], () => Extension>> = {
  json: () => [
    json(),
    // An empty field has no value; that is no mistake.
    linter(view => (view.state.doc.toString().trim() === '' ? [] : jsonParseLinter()(view))),
    lintGutter(),
    lineNumbers(),
    bracketMatching(),
    indentOnInput(),
  ],
  markdown: () => [markdownLanguage(), EditorView.contentAttributes.of({ spellcheck: 'true' })],
}

export function CodeEditor(props: CodeEditorProps): ReactNode {
  const { language, value, ref } = props
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const newest = useRef(props)
  newest.current = props
  const attributes = useRef(new Compartment())
  const lastValue = useRef(value)

  // biome-ignore lint/correctness/useExhaustiveDependencies: later values are sent to the editor, which stays the same
  useLayoutEffect(() => {
    view.current ??= openEditor(place.current!, value, [
      LANGUAGES[language](),
      attributes.current.of(attributesOf(props)),
      EditorView.updateListener.of(update => {
        if (!update.docChanged || update.transactions.some(each => each.annotation(elsewhere))) return
        lastValue.current = update.state.doc.toString()
        newest.current.onChange(lastValue.current)
      }),
    ])
  }, [])
  // What is out of sight for a moment keeps its editor: so not in the effect above.
  useEffect(
    () => () => {
      view.current?.destroy()
      view.current = null
    },
    [],
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: what the attributes are made of
  useEffect(() => {
    view.current?.dispatch({ effects: attributes.current.reconfigure(attributesOf(props)) })
  }, [props.label, props.describedBy, props.readOnly, props.isInvalid, props.isRequired])

  // A value that came from elsewhere: another tab, a restored draft.
  useLayoutEffect(() => {
    const editor = view.current
    if (editor === null || value === lastValue.current) return
    lastValue.current = value
    const changes = textChanges(editor.state.doc.toString(), value.replace(/\r\n?/g, '\n'))
    editor.dispatch({ changes, annotations: [elsewhere.of(true), Transaction.addToHistory.of(false)] })
  }, [value])

  useImperativeHandle(ref, () => ({
    run: command => view.current && runMarkdownCommand(view.current, command),
    insert: text => {
      const editor = view.current
      if (editor === null) return
      editor.dispatch(editor.state.replaceSelection(text))
      editor.focus()
    },
  }))

  return (
    <div ref={place} className={styles.editor} data-invalid={props.isInvalid || undefined} data-language={language} />
  )
}

function openEditor(parent: HTMLElement, doc: string, extensions: Extension): EditorView {
  const usual = [
    EditorView.cspNonce.of(styleNonce()),
    history(),
    keymap.of([...usualKeys, ...historyKeymap, ...lintKeymap]),
    EditorView.lineWrapping,
    frame,
    syntaxHighlighting(colours),
  ]
  const editor = new EditorView({ parent, state: EditorState.create({ doc, extensions: [usual, extensions] }) })
  setEditorCursor(editor.contentDOM, {
    read: () => editor.state.selection.main.head,
    place: head =>
      editor.dispatch({ selection: { anchor: Math.min(head, editor.state.doc.length) }, scrollIntoView: true }),
  })
  return editor
}

function attributesOf({ label, describedBy, readOnly, isInvalid, isRequired }: CodeEditorProps): Extension {
  return [
    EditorView.contentAttributes.of({
      'aria-label': label,
      ...(describedBy === undefined ? {} : { 'aria-describedby': describedBy }),
      ...(isInvalid ? { 'aria-invalid': 'true' } : {}),
      ...(isRequired ? { 'aria-required': 'true' } : {}),
    }),
    EditorState.readOnly.of(readOnly ?? false),
    EditorView.editable.of(!(readOnly ?? false)),
  ]
}
