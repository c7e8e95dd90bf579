/** For names that a client may have sent: every object seems to have a member `constructor`. */
export function ownMember<T>(object: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined
}
