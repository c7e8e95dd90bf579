/** Colours in the admin panel: an input, a cell of lists, a page and a card on Home. */
import { definePanel } from 'populus/panel'

// Styles of scripts are made like this: the panel allows no <style> and no style="".
const style = new CSSStyleSheet()
style.replaceSync(`
  .colour { display: flex; gap: var(--space-2); align-items: center }
  .colour input { height: 36px; border: 1px solid var(--line-strong); border-radius: var(--radius); color: var(--ink); background: var(--surface) }
  .colour input[type=text] { width: 9em; padding: 0 var(--space-3); font: inherit }
  .colour input[aria-invalid=true] { border-color: var(--rust) }
  .colour-swatch { display: inline-block; width: 1em; height: 1em; margin-right: 0.5em; border: 1px solid var(--line-strong); border-radius: 4px; vertical-align: -0.1em }
`)
document.adoptedStyleSheets.push(style)

const COLOUR = /^#[0-9a-f]{6}$/

function colourInput(given) {
  const picker = Object.assign(document.createElement('input'), { type: 'color' })
  const text = Object.assign(document.createElement('input'), { type: 'text', autocomplete: 'off', spellcheck: false })
  given.element.className = 'colour'
  given.element.append(picker, text)
  picker.addEventListener('input', () => given.onChange(picker.value))
  text.addEventListener('input', () => given.onChange(text.value.trim().toLowerCase()))

  const update = ({ value, disabled, invalid, label, describedBy, placeholder }) => {
    picker.value = COLOUR.test(value) ? value : '#000000'
    picker.ariaLabel = `${label} (picker)`
    // Only what differs: the cursor would jump to the end.
    if (text.value.trim().toLowerCase() !== (value ?? '')) text.value = value ?? ''
    text.placeholder = placeholder || '#17694a'
    text.ariaLabel = label
    text.ariaInvalid = String(invalid)
    text.setAttribute('aria-describedby', describedBy)
    picker.disabled = disabled
    text.disabled = disabled
  }
  update(given)
  return { update }
}

function colourCell({ element, value }) {
  element.style.whiteSpace = 'nowrap'
  if (COLOUR.test(value)) element.append(swatch(value))
  element.append(value ?? '–')
}

function swatch(colour) {
  const box = Object.assign(document.createElement('span'), { className: 'colour-swatch' })
  box.style.background = colour
  return box
}

/** The brands that the administrator may read, each with its colour. */
async function brandList({ element, api }) {
  const { data } = await api(
    '/content/api::brand.brand?columns[0]=name&columns[1]=colour&sort=name:asc&pagination[pageSize]=100',
  )
  const list = document.createElement('ul')
  for (const { values } of data) {
    const item = document.createElement('li')
    if (COLOUR.test(values.colour)) item.append(swatch(values.colour))
    item.append(values.name)
    list.append(item)
  }
  element.append(list)
}

export default definePanel({
  fields: { colour: colourInput, 'plugin::color-picker.color': colourInput },
  columns: { colour: colourCell, 'plugin::color-picker.color': colourCell },
  pages: [
    { name: 'colours', title: { en: 'Colours', de: 'Farben', es: 'Colores', fr: 'Couleurs' }, render: brandList },
  ],
  widgets: [
    {
      name: 'palette',
      title: 'Palette',
      isShown: ({ superAdmin }) => superAdmin,
      render: brandList,
    },
  ],
})
