/** Pages as they were sent, by their addresses. A page that was begun before a change is kept in a map that nobody reads any more. */
export const kept = { pages: new Map<string, string>() }

export function dropPages(): void {
  kept.pages = new Map()
}
