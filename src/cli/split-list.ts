/** `splitList('find, findOne')` is `['find', 'findOne']`; `undefined` stays `undefined`. */
export function splitList(text: string | undefined): readonly string[] | undefined {
  return text
    ?.split(',')
    .map(item => item.trim())
    .filter(item => item !== '')
}
