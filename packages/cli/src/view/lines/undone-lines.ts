import { oneLine, type UndoneFiles } from '@artoo/sdk'
import { type Look, line, type Span } from '../text/spans.js'

/** Files that were put back, those that were not with the reason, and the commands whose changes stay. */
export function undoneLines({ restored, left, commands }: UndoneFiles, look: Look): readonly string[] {
  const files: readonly (readonly Span[])[] = [
    ...restored.map((path) => [['good', 'restored'], `  ${oneLine(path)}`] as const),
    ...left.map(
      ({ path, why }) => [['warn', 'left    '], `  ${oneLine(path)}`, ['faint', `: ${oneLine(why)}`]] as const,
    ),
  ]
  const stay = ['the changes of these commands stay:', ...commands.map((command) => `  ${oneLine(command)}`)]
  const lines = [
    ...(files.length === 0 ? [['no file to take back']] : files),
    ...(commands.length === 0 ? [] : stay.map((text) => [text])),
  ]
  return lines.map((spans) => line(spans, look))
}
