/** Writes the documentation as a static site (default: into dist/docs). */
export function buildDocs(target?: string): Promise<void>

export interface PageGroup {
  readonly title: string
  readonly pages: readonly { readonly title: string; readonly path: string }[]
}

/** The groups of the navigation, from the text of docs/README.md. */
export function readGroups(text: string): readonly PageGroup[]
