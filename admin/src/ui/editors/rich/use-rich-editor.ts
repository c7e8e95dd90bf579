/** Makes the editor of rich text before the page is drawn for the first time: nothing moves, and what looks for it finds it. */
import { Editor, type EditorOptions } from '@tiptap/core'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'

interface RichEditorOptions extends Partial<EditorOptions> {
  readonly editable: boolean
  /** Of its element. */
  readonly attributes: Readonly<Record<string, string>>
}

/** Made from the options of the first drawing; the attributes, and whether it can be edited, may change later. */
export function useRichEditor({ attributes, ...options }: RichEditorOptions): Editor | null {
  const [editor, setEditor] = useState<Editor | null>(null)
  const made = useRef<Editor | null>(null)
  const { editable, editorProps } = options
  // biome-ignore lint/correctness/useExhaustiveDependencies: made once
  useLayoutEffect(() => {
    if (made.current !== null && !made.current.isDestroyed) return
    made.current = new Editor({ ...options, editorProps: { ...editorProps, attributes } })
    setEditor(made.current)
  }, [])
  // What is out of sight for a moment keeps its editor, with what was written in it: so not in the effect above.
  useEffect(() => () => made.current?.destroy(), [])
  const shown = JSON.stringify([editable, attributes])
  const last = useRef(shown)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown of the options
  useLayoutEffect(() => {
    if (editor === null || editor.isDestroyed || last.current === shown) return
    last.current = shown
    editor.setOptions({ editable, editorProps: { ...editor.options.editorProps, attributes } })
  }, [editor, shown])
  return editor
}
