import { isValidJson } from '../store/json-text.ts'

/** Where a text stops being JSON; `null` if it is JSON, or empty. */
export function jsonMistake(text: string): { readonly line: number } | null {
  if (text.trim() === '' || isValidJson(text)) return null
  return { line: text.slice(0, lengthThatMayGoOn(text)).split('\n').length }
}

/** Browsers report the place in different words, so it is found by reading: tokens that JSON can go on from. */
function lengthThatMayGoOn(text: string): number {
  try {
    JSON.parse(text)
  } catch (error) {
    const { message } = error as Error
    const position = /position (\d+)/.exec(message)?.[1]
    if (position !== undefined) return Number(position)
    const line = /line (\d+) column/.exec(message)?.[1]
    if (line !== undefined) return text.split('\n').slice(0, Number(line)).join('\n').length
  }
  return text.length
}
