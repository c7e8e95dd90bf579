/** A person without a mouse: Tab, Enter, Space, arrows and letters. Nothing is clicked, and nothing gets the focus from outside. */
import type { Locator, Page } from 'playwright-core'

/** More than any page has controls. */
const MOST_STOPS = 400
const MOST_OPTIONS = 100

export class Keyboard {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  /** Tabs until the control has the focus; after the last one of the page, it goes on with the first. */
  async to(target: Locator): Promise<void> {
    await target.waitFor()
    const focused = target.and(this.page.locator(':focus'))
    for (let stops = 0; stops < MOST_STOPS; stops += 1) {
      if ((await focused.count()) > 0) return
      await this.page.keyboard.press('Tab')
    }
    throw new Error(`Tab does not lead to ${target}`)
  }

  /** A button or a link. */
  async press(target: Locator): Promise<void> {
    await this.to(target)
    await this.page.keyboard.press('Enter')
  }

  /** A checkbox or a switch. */
  async tick(target: Locator): Promise<void> {
    await this.to(target)
    await this.page.keyboard.press('Space')
  }

  /** Replaces what the field has. */
  async write(target: Locator, text: string): Promise<void> {
    await this.to(target)
    await this.page.keyboard.press('Control+a')
    await this.page.keyboard.type(text)
  }

  /** An option of a list, by the arrow keys. */
  async choose(target: Locator, option: string): Promise<void> {
    await this.to(target)
    await this.page.keyboard.press('Home')
    for (let steps = 0; steps < MOST_OPTIONS; steps += 1) {
      const [chosen] = await target.locator('option:checked').allTextContents()
      if (chosen === option) return
      await this.page.keyboard.press('ArrowDown')
    }
    throw new Error(`the arrow keys do not lead to ${option}`)
  }
}
