/** Headers as people write them: one in a line, `Name: value`. */

type Headers = Readonly<Record<string, string>>

export function headerLines(headers: Headers): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
}

/** A line without a colon is a name without a value. The server says what is wrong with a name. */
export function headersOf(text: string): Headers {
  const lines = text.split('\n').filter(line => line.trim() !== '')
  return Object.fromEntries(
    lines.map(line => {
      const [name = '', ...value] = line.split(':')
      return [name.trim(), value.join(':').trim()]
    }),
  )
}
