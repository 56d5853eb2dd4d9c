import { counted, holding, isCut, linesOf, listed, quoted, read, readWhole, Stuck } from '../hands.js'
import { all, edit, escaped, joined, printed, reading, type Skill, said, searching, writing } from '../skill.js'

function jsonOf(content: string, path = 'the file'): Record<string, unknown> {
  try {
    return JSON.parse(content)
  } catch {
    throw new Stuck(`${path} is no JSON`)
  }
}

/** Of lines like `key=value`. */
function settingIn(content: string, key: string): string | null {
  const line = linesOf(content).find((one) => one.startsWith(`${key}=`))
  return line?.slice(key.length + 1) ?? null
}

export const administrationSkills: readonly Skill[] = [
  {
    name: 'count matches',
    forms: ['How many lines of {path} contain {word}?', 'Count the lines with {word} in {path}'],
    check: ({ path = '', word = '' }) => printed('grep', '-cF', '-e', word, '--', path),
    ways: reading,
    *run({ path: where = '', word = '' }, hands) {
      const { path, content } = yield* read(where, hands)
      const count = isCut(content)
        ? yield* counted(`grep -cF -e ${quoted(word)} -- ${quoted(path)}`, hands)
        : linesOf(content).filter((line) => line.includes(word)).length
      return said(`${count} lines of "${path}" contain "${word}".`)
    },
  },
  {
    name: 'JSON value',
    forms: ['What is the value of {key} in {path}?', 'Look up {key} in the JSON file {path}'],
    ways: reading,
    *run({ path: where = '', key = '' }, hands) {
      const { path, content } = yield* readWhole(where, hands)
      const value = jsonOf(content, path)[key]
      if (value === undefined) throw new Stuck(`"${path}" has no "${key}"`)
      return said(`"${key}" is ${JSON.stringify(value)}.`)
    },
  },
  {
    name: 'rename a key',
    forms: ['Rename the key {old} to {new} in {path}', 'In the JSON file {path}, call the key {old} {new}'],
    check: ({ path = '', old = '', new: added = '' }) =>
      all({ check: 'json', path, pointer: `/${added}` }, { check: 'json', path, pointer: `/${old}`, exists: false }),
    ways: writing,
    run: edit((content, asked) => {
      const entries = Object.entries(jsonOf(content)).map(([key, value]) => [
        key === asked.old ? asked.new : key,
        value,
      ])
      return `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`
    }),
  },
  {
    name: 'set a setting',
    forms: ['Set {key} to {value} in the settings {path}', 'In the settings {path}, make {key} {value}'],
    check: ({ key = '', value = '', path = '' }) => ({
      check: 'regex',
      path,
      pattern: `(?:^|\\n)${escaped(key)}=${escaped(value)}\\n`,
    }),
    ways: writing,
    run: edit((content, { key = '', value = '' }) => {
      if (settingIn(content, key) === null) throw new Stuck(`there is no setting "${key}"`)
      return joined(linesOf(content).map((line) => (line.startsWith(`${key}=`) ? `${key}=${value}` : line)))
    }),
  },
  {
    name: 'services in a state',
    forms: ['Which services in {folder} are {state}?', 'List the services in {folder} whose state is {state}'],
    check: ({ folder = '', state = '' }) => printed('grep', '-rlF', '-e', `state=${state}`, '--', folder),
    ways: searching,
    *run({ folder = '', state = '' }, hands) {
      const paths = yield* holding(`state=${state}`, folder, hands)
      return said(paths.join('\n') || `No service is "${state}".`)
    },
  },
  {
    name: 'settings in common',
    forms: ['Which services in {folder} have the same {key}?', 'Find the services in {folder} that share a {key}'],
    ways: searching,
    *run({ folder = '', key = '' }, hands) {
      const services: { readonly path: string; readonly value: string | null }[] = []
      for (const { path } of yield* listed(folder, hands)) {
        const { content } = yield* read(path, hands)
        services.push({ path, value: settingIn(content, key) })
      }
      const shared = services.filter(
        (one) => one.value !== null && services.some((other) => other !== one && other.value === one.value),
      )
      const paths = shared.map(({ path }) => path).sort()
      return said(paths.join('\n') || `No two services have the same "${key}".`)
    },
  },
  {
    name: 'busiest client',
    forms: ['Which client made the most requests in {path}?', 'Find the busiest client of the log {path}'],
    check: ({ path = '' }) => printed('awk', '{ n[$1]++; if (n[$1] > m) { m = n[$1]; c = $1 } } END { print c }', path),
    ways: reading,
    *run({ path: where = '' }, hands) {
      const { content } = yield* readWhole(where, hands)
      const requests = new Map<string, number>()
      for (const line of linesOf(content)) {
        const client = line.split(' ')[0] ?? ''
        requests.set(client, (requests.get(client) ?? 0) + 1)
      }
      const [busiest] = [...requests].sort(([, one], [, other]) => other - one)
      return said(busiest ? `Most requests came from ${busiest[0]}.` : 'There is no request.')
    },
  },
  {
    name: 'remove lines',
    forms: ['Remove the lines with {word} from {path}', 'Take every line that mentions {word} out of {path}'],
    check: ({ word = '', path = '' }) => ({ check: 'not', of: { check: 'regex', path, pattern: escaped(word) } }),
    ways: writing,
    run: edit((content, { word = '' }) => joined(linesOf(content).filter((line) => !line.includes(word)))),
  },
]
