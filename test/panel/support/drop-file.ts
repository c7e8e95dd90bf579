/** A file that is dropped on a place of the page, as the mouse would do it. */
import type { Locator } from 'playwright-core'

export async function dropFile(target: Locator, name: string, bytes: Buffer): Promise<void> {
  const page = target.page()
  const place = `dropped on ${name}`
  // Scripts in the page are text here: this project has no types for browsers.
  await target.evaluate((element, mark) => element.setAttribute('data-drop', mark), place)
  await page.evaluate(`{
    const element = document.querySelector('[data-drop="${place}"]')
    const transfer = new DataTransfer()
    transfer.items.add(new File([new Uint8Array(${JSON.stringify([...bytes])})], '${name}', { type: 'image/png' }))
    for (const type of ['dragenter', 'dragover', 'drop'])
      element.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }))
  }`)
}
