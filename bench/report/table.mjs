/** A Markdown table that can also be read in a terminal. */

/** `columns` are titles; one that ends in a colon is aligned to the right. */
export function table(columns, rows) {
  const right = columns.map(title => title.endsWith(':'))
  const titles = columns.map(title => title.replace(/:$/, ''))
  const widths = titles.map((title, index) => Math.max(3, title.length, ...rows.map(row => row[index].length)))
  const line = cells =>
    `| ${cells.map((cell, index) => (right[index] ? cell.padStart(widths[index]) : cell.padEnd(widths[index]))).join(' | ')} |`
  const rule = `|${widths.map((width, index) => `${'-'.repeat(width + 1)}${right[index] ? ':' : '-'}`).join('|')}|`
  return [line(titles), rule, ...rows.map(line)].join('\n')
}

export function number(value, digits = 0) {
  if (value === undefined || Number.isNaN(value)) return '–'
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}
