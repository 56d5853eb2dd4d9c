import { plainName } from './plain-name.js'

/**
 * Files and folders that a program executes or obeys without being given their names, by program: on entering a folder,
 * opening it, starting a shell, a commit, a push, an installation. A file that is only obeyed by the command that runs
 * a project (Makefile, package.json, a test runner's configuration) is source code like any other.
 */
const obeyed = {
  git: [
    ...['.git', 'git~1', '.gitconfig', '.gitattributes', '.gitmodules', '.githooks', '.husky', '.huskyrc'],
    ...[
      '.pre-commit-config.yaml',
      'lefthook.yml',
      'lefthook.yaml',
      'lefthook.toml',
      '.lefthook.yml',
      '.overcommit.yml',
    ],
  ],
  'another version control': ['.hg', '.hgrc', '.svn', '.bzr', '.jj'],
  'a shell': [
    ...['.bashrc', '.bash_profile', '.bash_login', '.bash_logout', '.bash_aliases', '.profile', '.shrc', '.kshrc'],
    ...['.mkshrc', '.zshrc', '.zshenv', '.zprofile', '.zlogin', '.zlogout', '.cshrc', '.tcshrc', '.login', '.logout'],
    ...['.inputrc', '.envrc', '.direnvrc', '.env', '.mise.toml', 'mise.toml', '.mise', '.autoenv', '.pam_environment'],
    ...['profile.ps1', 'microsoft.powershell_profile.ps1'],
  ],
  'a desktop or its services': [
    ...['.config', '.local', '.xinitrc', '.xsession', '.xsessionrc', '.xprofile', '.xresources', 'launchagents'],
    ...['autorun.inf', 'desktop.ini'],
  ],
  'a program that signs in': [
    ...['.ssh', '.gnupg', '.aws', '.azure', '.kube', '.docker', '.netrc', '_netrc', '.curlrc', '.wgetrc', '.forward'],
    ...['.procmailrc', '.psqlrc', '.sqliterc', '.my.cnf', '.mongorc.js'],
  ],
  'a package manager': [
    ...['node_modules', '.npmrc', '.yarnrc', '.yarnrc.yml', '.yarn', '.pnpmfile.cjs', '.pnpmfile.mjs', 'bunfig.toml'],
    ...[
      '.cargo',
      'rust-toolchain',
      'rust-toolchain.toml',
      '.mvn',
      '.bundle',
      '.gemrc',
      '.pypirc',
      'pip.conf',
      '.condarc',
    ],
  ],
  'an interpreter or a debugger': [
    ...['sitecustomize.py', 'usercustomize.py', '.rprofile', '.renviron', '.irbrc', '.pryrc', '.pythonrc', '.gdbinit'],
    ...['.lldbinit', '.noderc', '.perldb', '.tmux.conf', '.screenrc', '.lesskey', '.lessfilter'],
  ],
  'an editor': [
    ...['.vscode', '.idea', '.devcontainer', '.devcontainer.json', '.fleet', '.zed', '.vim', '.vimrc', '.gvimrc'],
    ...['.exrc', '.nvimrc', '.nvim.lua', '.emacs', '.emacs.d', '.dir-locals.el', '.nanorc'],
  ],
  'an agent': [
    ...['.mcp.json', '.claude', '.cursor', '.codex', '.gemini', '.windsurf', '.roo', '.continue', '.aider.conf.yml'],
    ...['agents.md', 'claude.md', 'claude.local.md', 'gemini.md', 'copilot-instructions.md'],
    ...['.cursorrules', '.windsurfrules', '.clinerules'],
  ],
  'continuous integration': [
    ...['.gitlab-ci.yml', '.gitlab-ci.yaml', '.travis.yml', '.circleci', '.buildkite', '.drone.yml', '.cirrus.yml'],
    ...['.woodpecker', '.woodpecker.yml', '.forgejo', '.gitea', '.tekton', '.appveyor.yml', 'appveyor.yml'],
    ...['azure-pipelines.yml', 'bitbucket-pipelines.yml', 'buildspec.yml', 'cloudbuild.yaml', '.semaphore'],
  ],
  'a web server': ['.htaccess', '.user.ini', 'web.config'],
} as const

const anywhere: ReadonlyMap<string, string> = new Map(
  Object.entries(obeyed).flatMap(([by, names]) => names.map((name) => [name, by] as const)),
)

/** The same for the ends of paths; a folder without a configuration but with a HEAD may be a repository. */
const ends: readonly (readonly [RegExp, string])[] = [
  [/(^|\/)(head|git\/(config|attributes)|hooks\/[^/.]+)$/, 'git'],
  [/(^|\/)\.github\/(workflows|actions|dependabot\.ya?ml)(\/|$)/, 'continuous integration'],
  [/(^|\/)jenkinsfile$/, 'continuous integration'],
  [/(^|\/)(authorized_keys2?|crontab)$|(^|\/)cron\.[a-z]+\//, 'the system'],
  [/\.(desktop|service|timer|socket|path|plist|lnk)$/, 'a desktop or its services'],
  [/(^|\/)artoo\.config(\.[^/]*)?$/, 'an agent'],
  [/\.pth$/, 'an interpreter or a debugger'],
  [/(^|\/)\.env\.(?!(example|sample|template|dist|defaults)$)[^/]*$/, 'a shell'],
]

/** The program that executes or obeys a file at this path by itself; null when there is none. Slashes separate. */
export function obeyedBy(path: string): string | null {
  const names = path.split('/').map(plainName)
  const named = names.find((name) => anywhere.has(name))
  if (named !== undefined) return anywhere.get(named) ?? null
  return ends.find(([pattern]) => pattern.test(names.join('/')))?.[1] ?? null
}
