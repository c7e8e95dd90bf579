import { describe, expect, test } from 'vitest'
import { queryShape } from '../../content/read/query-shape.ts'
import { parseText } from '../../query/parse-text.ts'
import { sampleQuery } from './sample-query.ts'

const LIMITS = {
  queryLength: 100_000,
  parameters: 1000,
  queryDepth: 20,
  populateNodes: 100,
  listLength: 100,
} as unknown as Parameters<typeof parseText>[1]

/** What is planned instead of a query that was asked. */
function sample(asked: string): string | null {
  const text = sampleQuery(queryShape(parseText(asked, LIMITS)), LIMITS)
  return text === null ? null : decodeURIComponent(text)
}

describe('a query of the same shape', () => {
  test.each([
    ['', ''],
    ['filters[slug]=tide&sort=title:desc&pagination[page]=7', 'filters[slug][$null]=true&sort=title:desc'],
    ['filters[rank][$gte]=1&filters[rank][$lt]=9', 'filters[rank][$null]=true'],
    ['filters[id][$in][0]=1&filters[author]=3', 'filters[author][$null]=true&filters[id][$null]=true'],
    ['filters[title][$not][$contains]=a', 'filters[title][$not][$null]=true'],
    [
      'filters[$or][0][slug][$eq]=c&filters[$or][1][$not][title]=a',
      'filters[$or][0][$not][title][$null]=true&filters[$or][1][slug][$null]=true',
    ],
    ['filters[tags][count][$gte]=3', 'filters[tags][count][$eq]=1'],
    ['filters[tags][count]=3', 'filters[tags][count][$eq]=1'],
    ['filters[blocks][on][blocks.hero]=true', 'filters[blocks][on][blocks.hero]=true'],
    ['filters[blocks][on][blocks.hero][title]=a', 'filters[blocks][on][blocks.hero][title][$null]=true'],
    ['populate[0]=author&populate[1]=tags', 'populate=author,tags'],
    ['populate[tags][limit]=3&populate[author]=true', 'populate[author]=true&populate[tags]=true'],
    [
      'populate[blocks][on][blocks.hero][filters][title]=a&populate[tags][count]',
      'populate[blocks][on][blocks.hero][filters][title][$null]=true&populate[tags][count]=true',
    ],
    ['_q=secret&search=words&locale=en', '_q=word&locale=en&search=word'],
    [
      'count&groupBy[]=kind&groupBy[]=day:month&having[count][$gt]=3',
      'count=true&groupBy[0]=kind&groupBy[1]=day:month',
    ],
  ])('%s becomes %s', (asked, expected) => {
    expect(sample(asked)).toBe(expected)
  })

  test.each(['filters[a%20secret]=x', 'fields=a%20secret', `fields=${'x'.repeat(90)}&${long()}`])(
    'there is none if a name is hidden or something was cut: %s',
    asked => {
      expect(sample(asked)).toBeNull()
    },
  )
})

function long(): string {
  return Array.from({ length: 60 }, (_, index) => `filters[${'x'.repeat(60)}${index}]=1`).join('&')
}
