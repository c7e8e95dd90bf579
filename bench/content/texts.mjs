/** Sentences made of a fixed list of words, drawn once into a pool so that a million rows take little time. */
import { seededPick } from './random.mjs'

/** What all texts are made of. */
export const WORDS = (
  'river stone light market winter garden engine paper signal window morning letter harbour number village metal ' +
  'forest question answer kitchen bridge season picture shadow copper travel island memory school weather story ' +
  'little ancient narrow careful golden quiet modern early distant common “quoted” naïve Ærø façade crossing between ' +
  'under beyond after while often never seldom again together almost carries follows builds measures remembers opens'
).split(' ')

const POOL = 4096

/** `words(n)` gives about `n` words, `text(n)` about `n` characters. */
export function createTexts(seed) {
  const pick = seededPick(seed)
  const sentences = Array.from({ length: POOL }, () => sentence(pick, 6 + pick(8)))
  const titles = Array.from({ length: POOL }, () => sentence(pick, 5).slice(0, -1))
  return {
    title: () => titles[pick(POOL)],
    text: length => {
      let text = sentences[pick(POOL)]
      while (text.length < length) text += ` ${sentences[pick(POOL)]}`
      return text
    },
    markdown: length => {
      let text = `## ${titles[pick(POOL)]}\n\n`
      while (text.length < length) text += `${sentences[pick(POOL)]}\n\n`
      return text
    },
  }
}

function sentence(pick, length) {
  const words = Array.from({ length }, () => WORDS[pick(WORDS.length)]).join(' ')
  return `${words[0].toUpperCase()}${words.slice(1)}.`
}
