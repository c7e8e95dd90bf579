/** Where the cursor is in an editor that is no input of the browser, for those who only have its element. */

export interface EditorCursor {
  readonly read: () => number
  readonly place: (position: number) => void
}

const cursors = new WeakMap<Element, EditorCursor>()

export function setEditorCursor(content: Element, cursor: EditorCursor): void {
  cursors.set(content, cursor)
}

export function editorCursor(content: Element | null | undefined): EditorCursor | undefined {
  return content === null || content === undefined ? undefined : cursors.get(content)
}
