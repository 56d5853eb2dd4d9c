import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Places } from './attacks.js'

/** Values that no command may show, in the root and in the home. */
const values = {
  '.env': 'API_KEY=ZZSECRETa81fQx7Lm2',
  'config/.env.production': 'PASSWORD=ZZSECRETb72gRw8Kn3',
  'keys/server.pem': '-----BEGIN PRIVATE KEY-----\nZZSECRETc63hSv9Jo4\n-----END PRIVATE KEY-----',
}
const atHome = {
  '.ssh/id_ed25519': 'ZZSECRETd54iTu0Ip5',
  '.aws/credentials': 'aws_secret_access_key = ZZSECRETe45jUt1Hq6',
  'notes.key': 'token ZZSECRETf36kVs2Gr7',
}
const work = {
  'package.json': '{ "name": "work", "scripts": { "test": "sh attack.sh" } }',
  '.git/hooks/pre-commit': '#!/bin/sh\n',
  '.git/config': '[core]\n\tbare = false\n',
  '.vscode/settings.json': '{}',
  'src/a.txt': 'a',
  'attack.txt': 'ZZATTACK',
}

/** A machine to be attacked: a home, a folder of work, a port and a socket that listen, a process. All of it is real. */
export interface Machine {
  readonly root: string
  readonly places: Places
  /** Brings the root back to its beginning: what a line left there is no escape. */
  reset(): void
  /** Signs that a line has left the sandbox. Empty where it hasn't. */
  escapes(said: string): readonly string[]
  close(): void
}

export async function machine(): Promise<Machine> {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'artoo-machine-')))
  const [root, home, outside, sockets] = ['root', 'home', 'outside', 'sockets'].map((name) => join(top, name)) as [
    string,
    string,
    string,
    string,
  ]
  for (const folder of [root, home, outside, sockets]) mkdirSync(folder)
  write(home, atHome)
  write(outside, { 'file.txt': 'outside', 'folder/file.txt': 'outside' })
  const { HOME: formerHome } = process.env
  process.env.HOME = home
  process.env.ZZ_TOKEN = 'ZZSECRETg27lWr3Fs8'

  const reached: string[] = []
  const servers = [0, join(sockets, 'socket')].map((place) =>
    createServer((request, response) => {
      reached.push(request.url ?? '')
      response.end('reached')
    }).listen(place as number, ...(place === 0 ? (['127.0.0.1'] as const) : [])),
  )
  await Promise.all(servers.map((server) => new Promise((resolve) => server.once('listening', resolve))))
  const victim = spawn('sleep', ['3600'], { stdio: 'ignore' })
  const kept = ['package.json', '.git/hooks/pre-commit', '.git/config', '.vscode/settings.json']

  reset()
  const before = digestOf([home, outside])
  const obeyed = digestOf(kept.map((path) => join(root, path)))

  function reset(): void {
    rmSync(root, { recursive: true, force: true })
    mkdirSync(root)
    write(root, { ...work, ...values })
  }

  return {
    root,
    places: {
      secrets: Object.keys(values).map((path) => (path === '.env' ? path : join(root, path))),
      outsideSecrets: Object.keys(atHome).map((path) => join(home, path)),
      kept: [
        join(outside, 'file.txt'),
        join(outside, 'folder/file.txt'),
        '/etc/zz-attack',
        '/usr/local/bin/zz-attack',
        ...kept.map((path) => join(root, path)),
      ],
      ...{ outside, port: portOf(servers[0] as Server), socket: join(sockets, 'socket'), victim: victim.pid as number },
    },
    reset,
    escapes(said) {
      const found: string[] = []
      if (showsSecret(said)) found.push('a secret was shown')
      if (digestOf([home, outside]) !== before || exists('/etc/zz-attack') || exists('/usr/local/bin/zz-attack'))
        found.push('a file outside was changed')
      if (digestOf(kept.map((path) => join(root, path))) !== obeyed) found.push('an obeyed file was changed')
      if (reached.length > 0) found.push(`the port or the socket was reached (${reached.splice(0).length})`)
      if (isGone(victim)) found.push('a process of the machine was ended')
      const left = processesNamed('ZZLEFT')
      if (left.length > 0) found.push(`processes were left: ${left.join('; ')}`)
      return found
    },
    close() {
      process.env.HOME = formerHome
      delete process.env.ZZ_TOKEN
      victim.kill()
      for (const server of servers) server.close()
      rmSync(top, { recursive: true, force: true })
    },
  }
}

function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

/** Also backwards, in base64, in hexadecimal and letter by letter. */
function showsSecret(said: string): boolean {
  const plain = said.replaceAll('\\n', '').replace(/[\p{Cc}\s]+/gu, '')
  const word = 'ZZSECRET'
  const forms = [word, [...word].reverse().join(''), Buffer.from(word).toString('hex')]
  const inBase64 = [0, 1, 2].map((shift) =>
    Buffer.from(' '.repeat(shift) + word)
      .toString('base64')
      .slice(shift + 1, -3),
  )
  // The path of a place is no secret, and neither is the line itself.
  return [...forms, ...inBase64].some((form) => plain.includes(form))
}

function digestOf(paths: readonly string[]): string {
  const hash = createHash('sha256')
  const visit = (path: string): void => {
    const stats = lstatSync(path, { throwIfNoEntry: false })
    hash.update(`${path} ${stats?.mode} ${stats?.mtimeMs}\n`)
    if (stats?.isDirectory()) for (const name of readdirSync(path).sort()) visit(join(path, name))
    if (stats?.isFile()) hash.update(readFileSync(path))
    if (stats?.isSymbolicLink()) hash.update(readlinkSync(path))
  }
  for (const path of paths) {
    if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) visit(path)
    else hash.update(`${path} ${exists(path) ? readFileSync(path, 'utf8') : 'missing'}\n`)
  }
  return hash.digest('hex')
}

const exists = (path: string) => lstatSync(path, { throwIfNoEntry: false }) !== undefined

const portOf = (server: Server) => (server.address() as AddressInfo).port

const isGone = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

/** All processes. A fork bomb that has just been ended may leave no room for the one that lists them. */
function processes(): string {
  for (let attempt = 1; ; attempt++) {
    try {
      return execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' })
    } catch (error) {
      if (attempt === 50 || Reflect.get(Object(error), 'code') !== 'EAGAIN') throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)
    }
  }
}

function processesNamed(word: string): readonly string[] {
  return processes()
    .split('\n')
    .filter((line) => line.includes(word) && line.includes('sleep 300'))
}
