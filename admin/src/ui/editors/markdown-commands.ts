/** What the buttons over a markdown field do to the selected text. */
import { EditorSelection } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'

const AROUND = {
  bold: ['**', '**'],
  italic: ['_', '_'],
  underline: ['<u>', '</u>'],
  strikethrough: ['~~', '~~'],
  code: ['`', '`'],
  link: ['[', '](https://)'],
} as const

const BEFORE = {
  heading1: '# ',
  heading2: '## ',
  heading3: '### ',
  heading4: '#### ',
  heading5: '##### ',
  heading6: '###### ',
  bulletList: '- ',
  numberedList: '1. ',
  quote: '> ',
} as const

export type MarkdownCommand = keyof typeof AROUND | keyof typeof BEFORE

export function runMarkdownCommand(view: EditorView, command: MarkdownCommand): void {
  if (command in AROUND) surround(view, AROUND[command as keyof typeof AROUND])
  else beginLines(view, BEFORE[command as keyof typeof BEFORE])
  view.focus()
}

/** Twice is back again. */
function surround(view: EditorView, [before, after]: readonly [string, string]): void {
  const { state } = view
  view.dispatch(
    state.changeByRange(range => {
      const start = range.from - before.length
      const end = range.to + after.length
      if (state.sliceDoc(start, range.from) === before && state.sliceDoc(range.to, end) === after)
        return {
          changes: [
            { from: start, to: range.from },
            { from: range.to, to: end },
          ],
          range: EditorSelection.range(start, range.to - before.length),
        }
      return {
        changes: [
          { from: range.from, insert: before },
          { from: range.to, insert: after },
        ],
        range: EditorSelection.range(range.from + before.length, range.to + before.length),
      }
    }),
  )
}

function beginLines(view: EditorView, mark: string): void {
  const { state } = view
  const { from, to } = state.selection.main
  const first = state.doc.lineAt(from).number
  const last = state.doc.lineAt(to).number
  const lines = Array.from({ length: last - first + 1 }, (_, index) => state.doc.line(first + index))
  const isOn = lines.every(({ text }) => text.startsWith(mark))
  const changes = lines.map(({ from: start, text }) => {
    if (isOn) return { from: start, to: start + mark.length }
    const old = mark.startsWith('#') ? (/^#{1,6} /.exec(text)?.[0].length ?? 0) : 0
    return { from: start, to: start + old, insert: mark }
  })
  view.dispatch({ changes })
}
