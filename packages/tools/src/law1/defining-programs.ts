/** Configuration by which a program decides what it runs, and what it takes for a failure, with the lock files of what it is made of. */
const javascript = [
  ...[
    'package.json',
    '.npmrc',
    '.yarnrc',
    '.yarnrc.yml',
    '.pnpmfile.*',
    'pnpm-workspace.yaml',
    'bunfig.toml',
    '.pnp.*',
  ],
  ...[
    'package-lock.json',
    'npm-shrinkwrap.json',
    'yarn.lock',
    'pnpm-lock.yaml',
    'bun.lock',
    'bun.lockb',
    '.yarn/{releases,plugins}/*',
  ],
  ...['{vite,vitest,jest,ava,karma,playwright,cypress,wdio,nyc,web-test-runner}{,.*}.{config,conf,workspace,setup}.*'],
  ...[
    'vitest.{workspace,projects}.*',
    '.mocharc*',
    '.taprc*',
    '.nycrc*',
    '.c8rc*',
    '.swcrc',
    'babel.config.*',
    '.babelrc*',
  ],
  ...['tsconfig*.json', 'jsconfig.json', 'deno.json', 'deno.jsonc', 'deno.lock', 'cypress.json', 'cypress.env.json'],
  ...['eslint.config.*', '.eslintrc*', '.eslintignore', 'biome.json', 'biome.jsonc', '.prettierrc*', '.prettierignore'],
  ...[
    'prettier.config.*',
    '.stylelintrc*',
    'stylelint.config.*',
    '.oxlintrc.json',
    'turbo.json',
    'nx.json',
    'lerna.json',
  ],
  ...['webpack.config.*', 'rollup.config.*', 'tsup.config.*', 'esbuild.config.*', '.lintstagedrc*', 'wireit.json'],
]
const python = [
  ...['pyproject.toml', 'setup.cfg', 'setup.py', 'tox.ini', 'noxfile.py', 'pytest.ini', '.pytest.ini', 'conftest.py'],
  ...['.coveragerc', 'mypy.ini', '.mypy.ini', 'ruff.toml', '.ruff.toml', '.flake8', '.pylintrc', 'uv.toml', 'uv.lock'],
  ...['poetry.lock', 'poetry.toml', 'Pipfile', 'Pipfile.lock', 'pdm.lock', '*requirements*.txt'],
]

export interface Program {
  readonly names: readonly string[]
  /** Names of files, with wildcards, in whatever folder. */
  readonly files: readonly string[]
  /** A file without which the program does nothing: of several, one. */
  readonly needs?: string
}

/** By whom files are obeyed that decide what a command does. A program that isn't listed is defined by nothing but its argv. */
export const programs: readonly Program[] = [
  { names: ['npm', 'yarn', 'pnpm', 'bun'], files: javascript, needs: 'package.json' },
  {
    names: [
      ...['npx', 'pnpx', 'bunx', 'corepack', 'deno', '--run', '--test', 'jest', 'vitest', 'mocha', 'ava', 'tap', 'nyc'],
      ...['c8', 'karma', 'playwright', 'cypress', 'wdio', 'tsc', 'eslint', 'biome', 'prettier', 'oxlint', 'stylelint'],
      ...['turbo', 'nx', 'lerna', 'vite', 'webpack', 'rollup', 'tsup', 'esbuild'],
    ],
    files: javascript,
  },
  {
    names: [
      ...['pytest', 'py.test', 'unittest', 'tox', 'nox', 'coverage', 'mypy', 'ruff', 'flake8', 'pylint', 'manage.py'],
      ...['uv', 'uvx', 'poetry', 'pipenv', 'pdm', 'hatch', 'pip', 'pip3'],
    ],
    files: python,
  },
  {
    names: ['make', 'gmake'],
    files: ['GNUmakefile', 'Makefile', 'makefile', '*.mk'],
    needs: '{GNUmakefile,Makefile,makefile}',
  },
  { names: ['cmake', 'ctest', 'ninja'], files: ['CMakeLists.txt', 'CMakePresets.json', '*.cmake', '*.ninja'] },
  {
    names: ['cargo'],
    files: ['Cargo.toml', 'Cargo.lock', 'build.rs', '.cargo/config{,.toml}', 'rust-toolchain{,.toml}', 'nextest.toml'],
    needs: 'Cargo.toml',
  },
  { names: ['go'], files: ['go.mod', 'go.sum', 'go.work', 'go.work.sum'], needs: 'go.mod' },
  {
    names: ['mvn', 'mvnw', 'gradle', 'gradlew', 'sbt', 'ant'],
    files: [
      ...['pom.xml', 'build.gradle{,.kts}', 'settings.gradle{,.kts}', 'gradle.properties', 'gradlew', 'mvnw'],
      ...['gradle-wrapper.*', '.mvn/*', 'build.sbt', 'build.xml'],
    ],
  },
  {
    names: ['rake', 'rspec', 'bundle', 'rails', 'rubocop'],
    files: ['Gemfile', 'Gemfile.lock', 'Rakefile', '*.rake', '.rspec', '.rubocop.yml', '.bundle/config'],
  },
  { names: ['composer', 'phpunit'], files: ['composer.json', 'composer.lock', 'phpunit.xml{,.dist}'] },
  { names: ['dotnet'], files: ['*.csproj', '*.fsproj', '*.sln', 'Directory.Build.*', 'global.json', 'nuget.config'] },
  { names: ['just', 'task'], files: ['justfile', '.justfile', 'Justfile', 'Taskfile*.y{a,}ml'] },
  { names: ['mise'], files: ['mise.toml', '.mise.toml', '.tool-versions'] },
  { names: ['pre-commit'], files: ['.pre-commit-config.yaml'] },
]
