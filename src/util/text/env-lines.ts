/** Lines of a `.env` file. Values with special characters are quoted. */
export function envLines(variables: ReadonlyMap<string, string>): string {
  return [...variables].map(([name, text]) => `${name}=${quoted(text)}\n`).join('')
}

function quoted(text: string): string {
  if (/^[\w+/=.:@-]*$/.test(text)) return text
  // The file has no escapes for quotes, so one must be found that the value does not contain.
  const quote = ["'", '`', '"'].find(mark => !text.includes(mark)) ?? ''
  return `${quote}${text}${quote}`
}
