/** What is wrong with a version of Node that Populus does not run on. */

const NEEDED = 20

/** `oldNode('18.19.0')` is a sentence, `oldNode('20.1.0')` is `undefined`. */
export function oldNode(version: string): string | undefined {
  if (Number.parseInt(version, 10) >= NEEDED) return undefined
  return `Populus needs Node ${NEEDED} or later, and this is Node ${version}. Install it from https://nodejs.org, or with: nvm install ${NEEDED}`
}
