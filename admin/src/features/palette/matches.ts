/** Whether a name is what somebody typed: a part of it, or the beginnings of its words with one typing error each. */
export function matches(name: string, text: string): boolean {
  const [label, wanted] = [name.toLowerCase(), text.trim().toLowerCase()]
  if (label.includes(wanted)) return true
  const words = label.split(/[^\p{L}\p{N}]+/u)
  return wanted.split(/\s+/).every(word => words.some(other => other.startsWith(word) || isNearly(other, word)))
}

/** In shorter words, one letter is too much of a difference. */
const SHORTEST = 4

/** - `artcile`, `artcle`, `artiicle` and `artocle` are nearly the beginning of `articles` */
function isNearly(word: string, typed: string): boolean {
  if (typed.length < SHORTEST) return false
  let same = 0
  while (same < typed.length && word[same] === typed[same]) same += 1
  const [rest, missed] = [typed.slice(same), word.slice(same)]
  const swapped = `${rest[1] ?? ''}${rest[0] ?? ''}${rest.slice(2)}`
  return (
    [
      missed.startsWith(rest.slice(1)),
      missed.slice(1).startsWith(rest),
      missed.slice(1).startsWith(rest.slice(1)),
    ].includes(true) || missed.startsWith(swapped)
  )
}
