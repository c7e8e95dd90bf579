/** The files of `src` that take part in something: those with a function that ran meanwhile. */
import { Session } from 'node:inspector/promises'

export async function touchedFiles(act: () => Promise<unknown>): Promise<readonly string[]> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  await act()
  const { result } = await session.post('Profiler.takePreciseCoverage')
  await session.post('Profiler.stopPreciseCoverage')
  await session.post('Debugger.enable')
  const touched: string[] = []
  for (const script of result) {
    const path = script.url.split('/src/')[1] ?? ''
    const ran = script.functions.flatMap(({ ranges }) => ranges).filter(({ count }) => count > 0)
    if (!path.endsWith('.ts') || ran.length === 0) continue
    const { scriptSource } = await session.post('Debugger.getScriptSource', { scriptId: script.scriptId })
    if (ran.some(({ startOffset, endOffset }) => !EXPORTED.test(scriptSource.slice(startOffset, endOffset))))
      touched.push(path)
  }
  session.disconnect()
  return touched.sort()
}

/** How the test runner lets other files see what a file exports. */
const EXPORTED = /^\(\) => \{ try \{ return [\w$]+ \} catch \{\} \}$/
