/** Puts something on the clipboard of a page, as another program would, and pastes it where the cursor is. */
import type { Page } from 'playwright-core'

export interface Pasted {
  readonly html?: string
  readonly text?: string
  readonly png?: Buffer
}

/** As the browser would do it; scripts in the page are text here. */
export function paste(page: Page, content: Pasted): Promise<unknown> {
  return page.evaluate(`{
    const data = new DataTransfer()
    const { html, text, png } = ${JSON.stringify({ ...content, png: content.png && [...content.png] })}
    if (html) data.setData('text/html', html)
    if (text) data.setData('text/plain', text)
    if (png) data.items.add(new File([new Uint8Array(png)], 'screenshot.png', { type: 'image/png' }))
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  }`)
}
