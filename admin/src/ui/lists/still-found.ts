/** What stays in a list while the answer to other words is on its way: nobody chooses what they did not look for. */
export function stillFound<Item>(
  items: readonly Item[],
  text: string,
  labelOf: (item: Item) => string,
): readonly Item[] {
  const wanted = text.trim().toLowerCase()
  return items.filter(item => labelOf(item).toLowerCase().includes(wanted))
}
