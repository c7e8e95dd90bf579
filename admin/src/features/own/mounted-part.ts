/** A part of the project while it is shown. Its functions may throw, reject and answer late. */
import type { Drawn, Given, Part } from '../../../../src/admin-api/panel/define-panel.ts'

export class MountedPart<Input extends Given> {
  readonly #host: HTMLElement
  readonly #failed: (part: Part<Input>, error: unknown) => void
  #part: Part<Input> | undefined
  /** Of its own for each time that it is drawn, so that nothing that comes late ends up in the page. */
  #element: HTMLElement | undefined
  #drawn: Drawn<Input>

  constructor(host: HTMLElement, failed: (part: Part<Input>, error: unknown) => void) {
    this.#host = host
    this.#failed = failed
  }

  /** Draws it, or tells it what has changed. */
  show(part: Part<Input>, given: Omit<Input, 'element'>): void {
    const element = this.#element
    if (part !== this.#part || element === undefined || this.#drawn?.update === undefined) this.#draw(part, given)
    else this.#try(() => this.#drawn?.update?.({ ...given, element } as Input))
  }

  end(): void {
    const drawn = this.#drawn
    this.#element?.remove()
    this.#element = undefined
    this.#drawn = undefined
    this.#try(() => drawn?.destroy?.())
  }

  #draw(part: Part<Input>, given: Omit<Input, 'element'>): void {
    this.end()
    const element = document.createElement(this.#host.localName)
    this.#part = part
    this.#element = element
    this.#host.append(element)
    this.#try(() => {
      const drawn = part({ ...given, element } as Input)
      if (drawn instanceof Promise) void this.#wait(part, drawn, element)
      else this.#drawn = drawn
    })
  }

  /** It may be gone by then, or drawn again. */
  async #wait(part: Part<Input>, drawn: Promise<Drawn<Input>>, element: HTMLElement): Promise<void> {
    try {
      const handle = await drawn
      if (this.#element === element) this.#drawn = handle
      else handle?.destroy?.()
    } catch (error) {
      if (this.#element === element) this.#failed(part, error)
    }
  }

  #try(run: () => void): void {
    try {
      run()
    } catch (error) {
      this.#failed(this.#part!, error)
    }
  }
}
