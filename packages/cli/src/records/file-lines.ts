import { oneLine } from '@artoo/llm'
import type { UndoneFiles } from '@artoo/spec'
import type { Span } from '../view/text/spans.js'

type Line = readonly Span[]

/** Files that were put back, those that were not with the reason, and the commands whose changes stay. */
export function undoneLines({ restored, left, commands }: UndoneFiles): readonly Line[] {
  const files: readonly Line[] = [
    ...restored.map((path): Line => [['good', 'restored'], `  ${oneLine(path)}`]),
    ...left.map(({ path, why }): Line => [['warn', 'left    '], `  ${oneLine(path)}`, ['faint', `: ${oneLine(why)}`]]),
  ]
  const stay: readonly Line[] = [
    ['the changes of these commands stay:'],
    ...commands.map((command): Line => [`  ${oneLine(command)}`]),
  ]
  return [...(files.length === 0 ? [['no file to take back']] : files), ...(commands.length === 0 ? [] : stay)]
}
