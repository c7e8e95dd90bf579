/**
 * Puts a mail into a frame. Nothing in it runs, nothing is loaded, and no link leads anywhere. Styles are set by script, because the
 * panel's policy refuses those of a text; the browser notes in its console that it does.
 */

/** Filled by `showMail`. What the mail could still ask for is refused by its policy. */
export const EMPTY_MAIL = `<!doctype html><meta http-equiv="content-security-policy" content="default-src 'none'"><body></body>`

/** What loads something, leads away or takes input. */
const REMOVED =
  'script, link, meta, base, iframe, frame, object, embed, applet, audio, video, source, track, form, input, button'
const KEPT_ATTRIBUTES: ReadonlySet<string> = new Set(
  'align alt bgcolor border cellpadding cellspacing class color colspan dir face height id lang rowspan size title valign width'.split(
    ' ',
  ),
)

const OURS = `
  body { margin: 12px; font: 15px/1.5 system-ui, sans-serif; color: #1c1c1c; background: white; overflow-wrap: anywhere }
  a { color: #0b57d0; text-decoration: underline }
  img { outline: 1px dashed #777; min-width: 16px; min-height: 16px }
`

export function showMail(page: Document, html: string): void {
  const mail = new DOMParser().parseFromString(html, 'text/html')
  for (const element of mail.querySelectorAll(REMOVED)) element.remove()
  const sheets = [...mail.querySelectorAll('style')].map(style => {
    style.remove()
    return style.textContent ?? ''
  })
  const styles = [mail.body, ...mail.body.querySelectorAll('*')].map(element => {
    const style = element.getAttribute('style')
    for (const { name } of [...element.attributes]) if (!KEPT_ATTRIBUTES.has(name)) element.removeAttribute(name)
    return style
  })
  page.body.replaceChildren(...[...mail.body.childNodes].map(node => page.importNode(node, true)))
  for (const [index, element] of [page.body, ...page.body.querySelectorAll<HTMLElement>('*')].entries())
    element.style.cssText = withoutAddresses(styles[index] ?? '')
  page.adoptedStyleSheets = [OURS, ...sheets].map(text => sheetOf(page, text))
}

function sheetOf(page: Document, text: string): CSSStyleSheet {
  const sheet = new page.defaultView!.CSSStyleSheet()
  sheet.replaceSync(withoutAddresses(text))
  return sheet
}

/** What names an address is no style any more. */
function withoutAddresses(css: string): string {
  return css.replace(/@import[^;]*;?/gi, '').replace(/url\(|image-set\(/gi, 'none(')
}
