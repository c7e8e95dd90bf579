/** The list with one item at another place. */
export function moved<Item>(list: readonly Item[], from: number, to: number): readonly Item[] {
  const result = [...list]
  result.splice(to, 0, ...result.splice(from, 1))
  return result
}
