import { forEachChild, parse, type SyntaxNode, type Word } from 'unbash'
import { argumentOf } from './argument.js'

const moves = /^(cd|chdir|pushd|popd)$/

/** Whether a line may leave the folder that it begins in, where the same words are another command. A word that names a move counts anywhere. */
export function mayLeaveFolder(line: string): boolean {
  if (/(^|[^\w-])(cd|chdir|pushd|popd)($|[^\w-])/.test(line)) return true
  let found = false
  const visit = (node: SyntaxNode) => {
    if (node.type === 'Command' && node.name) {
      const words = [node.name, ...node.args].filter((word): word is Word => word.type === 'Word')
      found ||= words.some((word) => moves.test(argumentOf(word).prefix))
    }
    if (!found) forEachChild(node, visit)
  }
  visit(parse(line))
  return found
}

/** The line without a first step into the folder in which it begins anyway: `cd /the/root && npm test` is `npm test`. */
export function withoutFirstStep(line: string, folder: string): string {
  const [, word = '', rest] =
    /^\s*cd[ \t]+('[^']*'|"[^"$`\\]*"|[\w/.:@%+,=-]+)[ \t]*(?:&&|;(?!;))\s*(.*)$/s.exec(line) ?? []
  const path = word.replace(/^(['"])(.*)\1$/s, '$2').replace(/(.)\/+$/, '$1')
  return rest !== undefined && path === folder ? rest : line
}
