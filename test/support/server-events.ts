/** Reads server-sent events. */

/** Takes each event of a stream with its fields, until it ends or is aborted. */
export async function readEvents(
  response: Response,
  take: (fields: ReadonlyMap<string, string>) => void,
): Promise<void> {
  let text = ''
  try {
    for await (const chunk of response.body!) {
      text += Buffer.from(chunk).toString()
      const parts = text.split('\n\n')
      text = parts.pop()!
      for (const part of parts) take(fieldsOf(part))
    }
  } catch {
    // Aborted.
  }
}

function fieldsOf(part: string): ReadonlyMap<string, string> {
  return new Map(part.split('\n').map(line => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]))
}
