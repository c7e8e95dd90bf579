/** Text as it is written in XML, so that HTML reads the same. */

export const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

export const escapeValue = (value: string): string =>
  escapeText(value)
    .replaceAll('"', '&quot;')
    .replace(/[\t\n\r]/g, found => `&#${found.charCodeAt(0)};`)
