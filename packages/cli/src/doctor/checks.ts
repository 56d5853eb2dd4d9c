import { oneLine, type PermissionRule } from '@artoo/sdk'
import { type Check, missing, ok, optional, warning } from './check.js'
import type { Facts, PackageFacts, Settings } from './facts.js'
import { installLine } from './install-line.js'
import { keptChecks } from './kept-checks.js'
import { isProblem } from './problem.js'
import { terminalChecks } from './terminal-checks.js'

/** The checks of a machine and a folder, in the order in which a person mends them. Each text is safe to show. */
export function checksOf(facts: Facts): readonly Check[] {
  const { settings } = facts
  const checks = [
    node(facts),
    ...(isProblem(settings) ? [missing('config', settings.problem, settings.mend)] : settingsChecks(settings, facts)),
    git(facts),
    sandbox(facts),
    ...keptChecks(facts),
    ...facts.packages.map((one) => installed(one, facts)),
    ...terminalChecks(facts.terminal),
  ]
  return checks.map(({ name, state, text, mend }) => ({
    ...{ name, state },
    text: oneLine(text),
    mend: mend && oneLine(mend),
  }))
}

function node({ node: version }: Facts): Check {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return ok('node', version)
  return missing('node', `${version} is too old: install Node 20.19 or later, from https://nodejs.org`)
}

function settingsChecks(settings: Settings, facts: Facts): readonly Check[] {
  const { files, ignored, permissions } = settings
  const config = files.length > 0 ? ok('config', files.join(', ')) : optional('config', 'no file', 'artoo init')
  return [
    ...models(settings),
    ...(files.length > 0 || ignored.length === 0 ? [config] : []),
    ...ignored.map((sentence) => warning('config', sentence)),
    rules(permissions, facts),
  ]
}

function models({ models: named }: Settings): readonly Check[] {
  if (isProblem(named)) return [missing('model', named.problem, named.mend)]
  return named.map(({ id, from, key }) => {
    return ok('model', `${id} of ${from}${key === null ? '' : `, its key in ${key}`}; not tried`)
  })
}

function rules({ mode = 'ask', ...lists }: Settings['permissions'], { keptRules }: Facts): Check {
  if (isProblem(keptRules)) return missing('permissions', keptRules.problem, keptRules.mend)
  const given = (['deny', 'ask', 'allow'] as const).map((list) => [list, lists[list] ?? []] as const)
  const written = [...given, ['always', keptRules] as const]
    .filter(([, texts]) => texts.length > 0)
    .map(([list, texts]) => `; ${list}: ${texts.slice(0, 5).map(ruleText).join(', ')}${others(texts.length - 5)}`)
  return ok('permissions', `mode ${mode}${written.join('')}`)
}

const ruleText = (rule: PermissionRule) =>
  typeof rule === 'string' ? rule : [rule.tool, rule.target ?? []].flat().join(': ')

const others = (count: number) => (count > 0 ? ` and ${count} more` : '')

function git({ git: version, installer }: Facts): Check {
  if (version !== null) return ok('git', version)
  const text = 'not installed: what commands change can’t be taken back'
  return warning('git', text, installer && `${installer} git`)
}

function sandbox({ sandbox: report, installer, ...place }: Facts): Check {
  if (report?.available) {
    const problems = report.problems.map((problem) => `; ${problem}`).join('')
    return (problems === '' ? ok : warning)('sandbox', `commands are confined by ${report.mechanism}${problems}`)
  }
  if (report) return warning('sandbox', `commands are not confined: ${report.problems.join('; ')}`)
  const programs = isOnLinux(installer) ? `${installer} bubblewrap socat && ` : ''
  const mend = `${programs}${installLine('@artoo/sandbox', place)}`
  return optional('sandbox', 'not installed, so the shell asks more', mend)
}

/** The managers of others need no `sudo`. */
const isOnLinux = (installer: string | null) => installer?.startsWith('sudo ') ?? false

function installed({ name, version }: PackageFacts, facts: Facts): Check {
  const { release } = facts
  const mend = installLine(name, facts)
  if (version === null) return optional(name, 'not installed', mend)
  if (name.startsWith('@artoo/') && version !== release) return warning(name, `${version} is not of this release`, mend)
  return ok(name, version)
}
