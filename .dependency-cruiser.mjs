import { builtinModules } from 'node:module'

/** The floors of the house: a package imports only from floors below it. */
const floors = [
  ['ggs', 'spec'],
  ['mkct', 'bus', 'llm', 'tools', 'evals', 'sandbox'],
  ['runtime'],
  ['roles', 'omega', 'postgres'],
  ['sdk', 'agent-loop', 'insight'],
  ['ui', 'mcp'],
  ['cli'],
  ['create'],
]

const path = (names) => `^packages/(${names.join('|')})/src`

const upward = floors.map((floor, index) => ({
  name: `no-upward-import-from-floor-${index}`,
  comment: 'A package imports only from floors below it.',
  severity: 'error',
  from: { path: path(floor) },
  to: { path: path(floors.slice(index).flat()), pathNot: floor.map((name) => `^packages/${name}/src`).join('|') },
}))

const shared = floors.filter((floor) => floor.length > 1).flat()
const sameFloor = shared.map((name) => ({
  name: `no-sibling-import-from-${name}`,
  comment: 'Packages of one floor do not know each other.',
  severity: 'error',
  from: { path: `^packages/${name}/src` },
  to: { path: path(floors.find((floor) => floor.includes(name)).filter((other) => other !== name)) },
}))

const roles = ['perceiver', 'planner', 'executor', 'agent-validator', 'meta-validator', 'controller', 'auditor']

export default {
  forbidden: [
    ...upward,
    ...sameFloor,
    {
      name: 'ggs-depends-on-nothing',
      severity: 'error',
      from: { path: '^packages/ggs/src' },
      to: { pathNot: '^packages/ggs/src' },
    },
    {
      name: 'runtime-knows-no-memory',
      comment: 'A system brings its memory as an effect.',
      severity: 'error',
      from: { path: '^packages/runtime/src' },
      to: { path: path(['mkct', 'ggs']) },
    },
    ...roles.map((role) => ({
      name: `roles-do-not-import-${role}`,
      comment: 'What one role tells another is a message.',
      severity: 'error',
      from: { path: `^packages/roles/src/(${roles.filter((other) => other !== role).join('|')})/` },
      to: { path: `^packages/roles/src/${role}/` },
    })),
    {
      name: 'no-cycle',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-node-in-browser-packages',
      comment:
        'Only what the entries reach that docs/bundle-size.md calls those of Node may use it; @artoo/sandbox, @artoo/postgres, @artoo/cli and @artoo/create run nowhere else.',
      severity: 'error',
      from: {
        path: '^packages/(?!sandbox/|postgres/|cli/|create/)[^/]+/src/(index|conformance|environment|patterns|testing)\\.ts$',
      },
      to: { path: `^(node:)?(${builtinModules.join('|')})$`, reachable: true },
    },
    {
      name: 'not-to-unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/(dist|test)/|^node$' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    combinedDependencies: false,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@artoo/source', 'import', 'default', 'types', 'node'],
      extensions: ['.ts', '.js', '.mjs', '.json'],
    },
  },
}
