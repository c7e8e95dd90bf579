// The search of the documentation: every word must occur; headings count more than text. Runs in the browser.
const root = document.documentElement.dataset.root
const form = document.querySelector('.search')
const input = document.querySelector('#site-search')
const results = document.querySelector('#results')
const article = document.querySelector('article')
const menu = document.querySelector('.menu')
const wide = matchMedia('(min-width: 56rem)')

const openMenu = () => {
  menu.open = wide.matches
}
openMenu()
wide.addEventListener('change', openMenu)

form.hidden = false
form.addEventListener('submit', event => event.preventDefault())
input.addEventListener('input', () => show(input.value))
document.addEventListener('keydown', event => {
  if (event.key === '/' && !/^(input|textarea)$/i.test(event.target.tagName)) {
    event.preventDefault()
    input.focus()
  }
  if (event.key === 'Escape' && event.target === input) {
    input.value = ''
    show('')
  }
})

let index
const MOST = 30

async function show(text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  article.hidden = words.length > 0
  results.hidden = words.length === 0
  if (words.length === 0) return
  index ??= fetch(`${root}/search.json`).then(answer => answer.json())
  const found = (await index)
    .map(entry => ({ entry, score: scoreOf(entry, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST)
  if (input.value !== text) return
  results.replaceChildren(...(found.length === 0 ? [nothing(text)] : found.map(({ entry }) => link(entry))))
}

function scoreOf({ page, heading, text }, words) {
  const [inPage, inHeading, inText] = [page, heading, text].map(part => part.toLowerCase())
  let score = 0
  for (const word of words) {
    const points =
      (inHeading.includes(word) ? 8 : 0) + (inPage.includes(word) ? 4 : 0) + (inText.includes(word) ? 1 : 0)
    if (points === 0) return 0
    score += points + (inHeading.replaceAll('`', '') === word ? 10 : 0)
  }
  return score
}

function link({ page, heading, text, url }) {
  const element = document.createElement('a')
  element.href = `${root}/${url}`
  const title = document.createElement('strong')
  title.textContent = heading === page ? page : `${page} › ${heading}`
  const excerpt = document.createElement('span')
  excerpt.textContent = text.slice(0, 160)
  element.append(title, excerpt)
  element.addEventListener('click', () => {
    input.value = ''
    show('')
  })
  return element
}

function nothing(text) {
  const element = document.createElement('p')
  element.textContent = `Nothing found for “${text}”.`
  return element
}
