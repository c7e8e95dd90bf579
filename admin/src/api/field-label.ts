/** Written as people write them. */
const SHORT = new Set(['api', 'css', 'faq', 'html', 'id', 'pdf', 'seo', 'url'])

/**
 * What an attribute is called in the panel: the words of its view. Views that nobody has changed have its name there, of which this
 * makes words.
 * - `readingTime` gives `Reading time`, `cover_url` gives `Cover URL`
 */
export function fieldLabel(name: string, chosen?: string): string {
  if (chosen !== undefined && chosen !== '' && chosen !== name) return chosen
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[\s_-]+/)
    .filter(word => word !== '')
    .map(word => (SHORT.has(word.toLowerCase()) || isAbbreviation(word) ? word.toUpperCase() : word.toLowerCase()))
  const text = words.join(' ')
  return text === '' ? name : text.charAt(0).toUpperCase() + text.slice(1)
}

/** - `TTL` */
function isAbbreviation(word: string): boolean {
  return word.length > 1 && word === word.toUpperCase() && /[A-Z]/.test(word)
}
