/** A command as somebody types it in the terminal from which this process was started. */
import { relative } from 'node:path'

/** `populusCommand('grant public article', '/home/me/site')`: names the folder, unless the terminal is in it. */
export function populusCommand(words: string, folder: string): string {
  const away = relative(process.cwd(), folder)
  return `npx populus ${words}${away === '' ? '' : ` --folder ${/^[\w./-]+$/.test(away) ? away : JSON.stringify(away)}`}`
}
