/** A plain dump from pg_dump, split into parts that a driver can send: commands, and rows for `copy ... from stdin`. */

export type DumpPart =
  | { readonly kind: 'commands'; readonly text: string }
  | { readonly kind: 'copy'; readonly command: string; readonly rows: string }

/** Lines outside rows that begin with a backslash are meant for psql (`\restrict`) and are left out. */
export function parseSqlDump(dump: string): readonly DumpPart[] {
  const parts: DumpPart[] = []
  let commands: string[] = []
  const flush = () => {
    if (commands.some(line => line.trim() !== '')) parts.push({ kind: 'commands', text: commands.join('\n') })
    commands = []
  }
  const lines = dump.split('\n')
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    if (/^COPY .* FROM stdin;$/.test(line)) {
      flush()
      const end = lines.indexOf('\\.', at + 1)
      const rows = lines.slice(at + 1, end)
      parts.push({ kind: 'copy', command: line, rows: rows.map(row => `${row}\n`).join('') })
      at = end
    } else if (!line.startsWith('\\') && !line.startsWith('--')) commands.push(line)
  }
  flush()
  return parts
}
