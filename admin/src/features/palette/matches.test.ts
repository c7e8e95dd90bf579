import { expect, it } from 'vitest'
import { matches } from './matches.ts'

it.each(['art', 'TICL', 'entry article', 'create artcile', 'artcle', 'artiicle', 'artocle', 'craete'])(
  'finds %s',
  text => {
    expect(matches('Create new entry: Articles', text)).toBe(true)
  },
)

it.each(['atr', 'tag', 'artoclo', 'article tag', 'xxicles'])('does not find %s', text => {
  expect(matches('Create new entry: Articles', text)).toBe(false)
})
