/** SVG cannot cut texts. Chinese, Japanese and Korean characters are as wide as two others. */
const WIDE = /[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/u

/** - `('Newsletter', 8)` gives `Newslet…` */
export function shortened(text: string, room: number): string {
  let used = 0
  const fitting: string[] = []
  for (const character of text) {
    used += WIDE.test(character) ? 2 : 1
    if (used > room) return `${fitting.slice(0, -1).join('')}…`
    fitting.push(character)
  }
  return text
}
