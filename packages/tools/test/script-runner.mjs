/**
 * Runs scripts, each by every implementation, and prints for each which of them changed, made or removed a file, and whether any took it for
 * valid. A process of its own: a start costs a small process a tenth of what it costs a worker of the tests.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const { scripts, implementations } = JSON.parse(readFileSync(0, 'utf8'))
let folder = null

function runIn(script) {
  const harmed = []
  let valid = false
  for (const [program, ...options] of implementations) {
    folder ??= trapFolder()
    const { path, state } = folder
    const { status } = spawnSync(program, [...options, script, 'a.txt', 'f'], {
      cwd: path,
      stdio: 'ignore',
      timeout: 500,
      killSignal: 'SIGKILL',
    })
    valid ||= status === 0
    if (stateOf(path) === state) continue
    removeFolder()
    harmed.push([program, ...options].join(' '))
  }
  return { harmed, valid }
}

function removeFolder() {
  if (folder) rmSync(folder.path, { recursive: true, force: true })
  folder = null
}

/** Each line does harm when a script takes it for a command or a file name. */
function trapFolder() {
  const path = mkdtempSync(join(tmpdir(), 'artoo-scripts-'))
  writeFileSync(join(path, 'a.txt'), 'a touch\ntouch pwned\nab\nb/a\n')
  writeFileSync(join(path, 'f'), 'touch pwned\na b c\n1 2 3\n')
  return { path, state: stateOf(path) }
}

function stateOf(path) {
  const lines = readdirSync(path).map((name) => {
    const { ino, size, ctimeMs } = statSync(join(path, name))
    return `${name} ${ino} ${size} ${ctimeMs}`
  })
  return lines.join('\n')
}

try {
  process.stdout.write(JSON.stringify(scripts.map(runIn)))
} finally {
  removeFolder()
}
