/** `populus explain`: how the answer to a request comes about. */
import { PopulusError } from '../../../errors.ts'
import { type Explained, explainUrl } from '../../../management/explain/explain-request.ts'
import { accessNamed } from '../../access-named.ts'
import type { CommandArguments, Terminal } from '../../command.ts'
import { withPanel } from '../../management.ts'
import { explanationLines } from '../../terminal/explanation-lines.ts'

export async function explainCommand(given: CommandArguments, terminal: Terminal): Promise<void> {
  const { as = 'public', json } = given.flags
  const explained = await withPanel(given, terminal, async context => {
    await context.api.statistics.refresh()
    return explainUrl(context, given.positionals[0]!, await accessNamed(context.admin, as))
  })
  if (json !== undefined) terminal.print(JSON.stringify(toJson(explained), null, 2))
  else for (const line of explanationLines(explained)) terminal.print(line)
}

/** This process has no answers of the server, so it cannot know whether one is kept. */
function toJson({ answer, kept: _, ...rest }: Explained): object {
  if (answer instanceof PopulusError) return { status: answer.status, message: answer.message, ...rest }
  return { status: 200, body: JSON.parse(answer.toString()), ...rest }
}
