import * as z from 'zod'
import type { ConfinedFiles } from './confined-files.js'
import { held, wrong } from './finding.js'
import { type CheckKind, question } from './question.js'
import { quoted } from './quoted.js'
import { firstMatch, safePattern } from './safe-pattern.js'
import { subjectOf, subjectPath } from './subject.js'

const regexArguments = z.strictObject({ pattern: safePattern, path: subjectPath })

export type RegexCheckArguments = z.input<typeof regexArguments>

export function regexCheck(files: ConfinedFiles): CheckKind {
  return {
    name: 'regex',
    description: 'A pattern matches somewhere in the output, or in a file.',
    question: regexArguments.transform(({ pattern, path }) =>
      question(async (scene) => {
        const { text, called } = await subjectOf(files, path, scene)
        const match = firstMatch(pattern, text)
        const source = quoted(pattern.pattern())
        return match === null ? wrong(`${called} has no match of ${source}`) : held(`${called} has ${quoted(match)}`)
      }),
    ),
  }
}
