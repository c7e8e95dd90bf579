/** The files that Populus keeps beside the content's file. */
export const MEMORY = ':memory:'

/** `content/data.db` -> `content/data.populus.db` */
export function ownFilename(filename: string): string {
  return filename === MEMORY ? MEMORY : beside(filename, 'db')
}

/** `content/data.db`, `lock` -> `content/data.populus.lock` */
export function beside(filename: string, ending: string): string {
  return `${filename.replace(/\.(db|sqlite3?)$/i, '')}.populus.${ending}`
}
