/**
 * What a text must contain to match a pattern: the parts between the wildcards. An index of texts by their parts of three characters
 * finds those that can match, and the pattern decides.
 */

/** The length of the parts in an index. */
const PART = 3

/** Whether an index can help. `escapes`: a backslash takes away the meaning of the next character. */
export function hasParts(pattern: string, escapes: boolean): boolean {
  return plainRuns(pattern, escapes).some(run => run.length >= PART)
}

/** Parts of three characters that together cover everything between the wildcards. */
export function patternParts(pattern: string, escapes: boolean): readonly string[] {
  const parts = plainRuns(pattern, escapes).flatMap(run => {
    if (run.length < PART) return []
    const starts = Array.from({ length: Math.floor(run.length / PART) }, (_, index) => index * PART)
    return [...starts, run.length - PART].map(start => run.slice(start, start + PART).join(''))
  })
  return [...new Set(parts)]
}

/** The characters between the wildcards. */
function plainRuns(pattern: string, escapes: boolean): readonly (readonly string[])[] {
  const runs: string[][] = [[]]
  let isEscaped = false
  for (const character of pattern) {
    if (isEscaped || !(WILDCARDS.includes(character) || (escapes && character === '\\'))) {
      runs.at(-1)!.push(character)
      isEscaped = false
    } else if (character === '\\') isEscaped = true
    else runs.push([])
  }
  return runs
}

const WILDCARDS = ['%', '_']
