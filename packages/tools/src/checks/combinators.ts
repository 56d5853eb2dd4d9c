import * as z from 'zod'
import { confirmable, type Finding, held, wrong } from './finding.js'
import { type CheckKind, type Question, question } from './question.js'

/** A check inside another: its name as `check`, its arguments beside. Read by the kind that it names. */
export function nestedCheck(
  names: readonly CheckKind['name'][],
  kindOf: (name: string) => CheckKind | undefined,
): z.ZodType<Question> {
  return z.looseObject({ check: z.enum(names) }).transform(({ check, ...values }, context) => {
    const read = kindOf(check)?.question.safeParse(values)
    if (read?.success) return read.data
    for (const { path, message } of read?.error.issues ?? []) {
      context.addIssue({
        code: 'custom',
        path: [...path],
        message: check in combining ? message : `${message} (in ${check})`,
      })
    }
    return z.NEVER
  })
}

/** The kinds that are made of other checks. An issue names the innermost kind, which is not one of these. */
const combining = { all: true, any: true, not: true } as const

const nested = (check: z.ZodType<Question>) => check.describe('{"check": name of a check, and its arguments beside}')

/** Holds when every check does. Stops at the first that doesn't hold; a check that can't be decided is skipped. */
export function allCheck(check: z.ZodType<Question>): CheckKind {
  return {
    name: 'all',
    description: 'Every one of several checks holds.',
    question: list(check).transform(({ of }) => question((scene) => untilFound(of, scene, false))),
  }
}

/** Holds when one check does. */
export function anyCheck(check: z.ZodType<Question>): CheckKind {
  return {
    name: 'any',
    description: 'At least one of several checks holds.',
    question: list(check).transform(({ of }) => question((scene) => untilFound(of, scene, true))),
  }
}

/** Holds when the check doesn't. Undecided when the check is. */
export function notCheck(check: z.ZodType<Question>): CheckKind {
  return {
    name: 'not',
    description: 'A check does not hold.',
    question: z.strictObject({ of: nested(check) }).transform(({ of }) =>
      question(async (scene) => {
        const found = await of(scene)
        if (found.holds === null) return found
        return found.holds ? wrong(`it should not be: ${found.evidence}`) : held(found.evidence)
      }),
    ),
  }
}

const list = (check: z.ZodType<Question>) => z.strictObject({ of: z.array(nested(check)).min(1).max(20) })

/** Kleene's three values: the one sought decides; else one that can't be seen leaves it open; else it is the other. */
async function untilFound(of: readonly Question[], scene: Parameters<Question>[0], sought: boolean): Promise<Finding> {
  const seen: Finding[] = []
  for (const ask of of) {
    const found = await ask(scene)
    if (found.holds === sought) return found
    seen.push(found)
  }
  const open = seen.filter((finding) => finding.holds === null)
  // A person can settle an assertion. Any other open finding stays open, so it comes first.
  const [first] = [...open.filter(({ assertions }) => !assertions), ...open]
  if (first) return first.assertions ? confirmable(open.flatMap(({ assertions = [] }) => assertions)) : first
  const evidence = seen.map((finding) => finding.evidence).join('; ')
  if (!sought) return held(evidence)
  const environmental = seen.every((finding) => finding.holds === false && finding.failureClass === 'environmental')
  return { holds: false, evidence, failureClass: environmental ? 'environmental' : 'logical' }
}
