import type { Rule } from './rule.js'

/**
 * A program of jq may begin with `import` and `include`, which read files that no operand names. Elsewhere these words are no directives.
 * Left out are -f and -L, by which they come from files.
 */
export const jqRule: Rule = (args) => {
  for (const { prefix, fixed } of args) {
    if (/^-[A-Za-z]*[fL]|^--(from-file|library-path)/.test(prefix))
      return 'a program or modules from files may read others'
    if (prefix.startsWith('-')) continue
    const start = prefix.trimStart()
    if (/^(import|include|module)\b|^#/.test(start)) return 'an import reads files that no operand names'
    if (start === '' && !fixed) return 'the start of its program is only known at run time; use --arg'
  }
  return null
}
