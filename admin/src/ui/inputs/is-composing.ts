/**
 * Whether the key belongs to an input method, which writes Chinese or Japanese, for example: its Enter takes a word, and its Escape
 * drops one. Safari says so by the code alone for the key that ends it.
 */
export function isComposing(event: { readonly isComposing: boolean; readonly keyCode: number }): boolean {
  return event.isComposing || event.keyCode === 229
}
