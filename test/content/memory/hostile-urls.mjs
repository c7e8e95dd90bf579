/** Addresses that anybody may ask for, each of which costs a server as much to understand as it may. None is like another. */

/** Relations that lead to each other for as long as one likes. */
const AROUND = ['author', 'articles', 'category', 'articles', 'tags', 'articles', 'related']

function nested(levels, shift) {
  const names = Array.from({ length: levels }, (_, index) =>
    index % 2 === 0 ? AROUND[(index + shift) % 2] : 'articles',
  )
  // From an article to its author (or category), from there to the articles, and so on.
  return names
    .map((name, index) => (index % 2 === 0 ? ['author', 'category'][(index / 2 + shift) % 2] : name))
    .join('.')
}

/** Some 240 characters: a few levels, everything of the last. */
function deep(number) {
  return `populate[0]=${nested(14, number)}&populate[1]=tags&populate[2]=blocks&filters[id][$eq]=-${number}&locale=en`
}

/** Some 1,600 characters: many branches with options of their own. */
function wide(number) {
  const branches = Array.from(
    { length: 16 },
    (_, index) => `populate[${index}]=${nested(6, index)}.${['tags', 'seo', 'blocks', 'gallery'][index % 4]}`,
  )
  return `${branches.join('&')}&filters[id][$lt]=-${number}`
}

/** Some 1,600 characters: many conditions. */
function filtered(number) {
  const terms = Array.from(
    { length: 30 },
    (_, index) => `filters[$or][${index}][author][name][$contains]=${number.toString(36)}${index}`,
  )
  return `${terms.join('&')}&filters[id][$lt]=-1`
}

/** Everything of everything, under another name each time. */
function everything(number) {
  return `populate=*&fields[0]=title&filters[slug][$eq]=${'x'.repeat(number % 7)}${number}`
}

const SHAPES = [deep, wide, filtered, everything]

/** The address with a number; from every ten of them the last is the first once more, so that it is asked for twice. */
export function hostileUrl(number) {
  const asked = number % 10 === 9 ? number - 9 : number
  // Otherwise those that differ in their filters alone would have one plan.
  return `/api/articles?_=${asked}&${encodeURI(SHAPES[asked % SHAPES.length](asked))}`
}
