import { existsSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { project, withModel } from './projects.js'

let made: ReturnType<typeof project> | undefined
const inProject = (files: Readonly<Record<string, string>>) => {
  made = project(files)
  return made
}
afterEach(() => made?.remove())

describe('a configuration of the project', () => {
  test('is not run before a person has said yes', async () => {
    const { root, read } = inProject({ 'artoo.config.mjs': withModel() })
    const { sources, notes } = await read()
    expect(sources).toEqual([])
    expect(notes.join()).toMatch(/artoo\.config\.mjs is ignored until you agree to it: say yes to it by `artoo trust`/)
    expect((await read({ says: false })).notes.join()).toMatch(/is ignored, as you said/)
    expect(existsSync(join(root, 'ran'))).toBe(false)
    expect((await read({ says: true })).sources).toMatchObject([{ config: { model: { id: 'own/model' } } }])
    expect(existsSync(join(root, 'ran'))).toBe(true)
  })

  test('is asked about once, and again when it has changed', async () => {
    const { asked, read, write } = inProject({ 'artoo.config.mjs': withModel() })
    await read({ says: true })
    expect((await read()).sources).toHaveLength(1)
    await read({ says: true })
    expect(asked).toMatchObject([{ isChanged: false }])
    write('artoo.config.mjs', withModel('standardTools: false'))
    expect((await read()).sources).toEqual([])
    expect((await read({ says: true })).sources).toMatchObject([{ config: { standardTools: false } }])
    expect(asked).toMatchObject([{ isChanged: false }, { isChanged: true }])
  })

  test.each([
    ['a file that it imports', 'tools.mjs', "import './tools.mjs'\n"],
    ['a file that this one imports', 'deep/more.mjs', "import './tools.mjs'\n"],
    ['a file of that name with another ending', 'lib.mjs', "if (false) await import('./lib')\n"],
    ['a file that is there later', 'later.mjs', "if (false) await import('./later.mjs')\n"],
    ['the code of a folder', 'folder/index.js', "if (false) await import('./folder')\n"],
    ['data that it imports', 'data.json', "if (false) await import('./data.json')\n"],
    ['a worker', 'worker.mjs', 'const worker = "./worker.mjs"\n'],
    ['a script that it starts', 'bin/start.sh', 'const script = "bin/start.sh"\n'],
    ['a script that it names without its ending', 'worker.mjs', 'const script = "./worker"\n'],
    ['the scripts of its package', 'package.json', 'const script = ["npm", "run", "server"]\n'],
    ['the version of a package', 'node_modules/one/package.json', "if (false) await import('one/part')\n"],
  ])('is asked about again when %s has changed', async (_, path, line) => {
    const { asked, read, write } = inProject({
      'tools.mjs': "import './deep/more.mjs'\n",
      'deep/more.mjs': '',
      'lib.mjs': '',
      'data.json': '',
      'worker.mjs': '',
      'bin/start.sh': '',
      'node_modules/one/package.json': '{}',
      'artoo.config.mjs': `/* don't */ ${line}const log = './log.jsonl'\n${withModel()}`,
    })
    await read({ says: true })
    write('unrelated.mjs', '1')
    write('log.jsonl', '1')
    await read({ says: true })
    write(path, '{ }')
    await read({ says: true })
    expect(asked).toMatchObject([{ isChanged: false }, { isChanged: true }])
  })

  test.each([
    ['a computed name', 'const name = "./x.mjs"\nif (false) await import(name)\n'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the code of a configuration.
    ['a name with a variable', 'const name = "x"\nif (false) await import(`./${name}.mjs`)\n'],
    ['a name of the package', "if (false) await import('#x')\n"],
    ['a linked package', "if (false) await import('near')\n"],
    ['a package that is not in node_modules', "if (false) await import('elsewhere')\n"],
    ['the package itself by its name', "if (false) await import('itself/part')\n"],
    ['a computed name behind a comment', 'const name = "./x.mjs"\nif (false) await import/* */(name)\n'],
    ['a name with an escape', 'if (false) await import("./x\\u002emjs")\n'],
  ])('is asked about each time when it imports %s', async (_, line) => {
    const own = { 'package.json': '{"name":"itself"}', 'node_modules/itself/package.json': '{}' }
    const { asked, read, trust, root } = inProject({ 'artoo.config.mjs': line, 'near/package.json': '{}', ...own })
    symlinkSync('../near', join(root, 'node_modules/near'))
    for (let times = 0; times < 2; times += 1) {
      expect(await trust(true)).toMatchObject([{ answer: 'agreed', isKept: false }])
    }
    expect(asked).toHaveLength(2)
    expect(asked[0]?.what.join()).toMatch(/asked each time/)
    expect((await read()).notes.join()).toMatch(/name it by `--config`/)
  })

  test('that changes while the person reads does not count', async () => {
    const { root, read, write } = inProject({ 'artoo.config.mjs': withModel() })
    async function askTrust() {
      write('artoo.config.mjs', withModel('standardTools: false'))
      return true
    }
    expect(await read({ askTrust })).toEqual({ sources: [], notes: [expect.stringMatching(/it changed/)] })
    expect((await read()).sources).toEqual([])
    expect(existsSync(join(root, 'ran'))).toBe(false)
  })

  test('behind a link is known by the file that the link leads to', async () => {
    const { asked, folder, root, read } = inProject({})
    writeFileSync(join(folder, 'one.mjs'), withModel())
    writeFileSync(join(folder, 'two.mjs'), withModel())
    symlinkSync('../one.mjs', join(root, 'artoo.config.mjs'))
    await read({ says: true })
    await read({ says: true })
    symlinkSync('../two.mjs', join(root, 'next'))
    renameSync(join(root, 'next'), join(root, 'artoo.config.mjs'))
    await read({ says: true })
    expect(asked.map(({ path }) => path)).toEqual([join(folder, 'one.mjs'), join(folder, 'two.mjs')])
  })

  test('is searched in folders above up to the repository, and needs no yes when --config names it', async () => {
    const { root, read, write, asked } = inProject({ 'artoo.config.mjs': withModel(), 'a/b/x': '' })
    await read({ says: true, dir: 'a/b' })
    expect(asked).toHaveLength(1)
    write('a/.git/HEAD', '')
    expect((await read({ says: true, dir: 'a/b' })).sources).toEqual([])
    const { sources } = await read({ dir: 'a/b', named: 'artoo.config.mjs' })
    expect(sources).toMatchObject([{ path: join(root, 'artoo.config.mjs') }])
  })

  test('of the home is none', async () => {
    const { home, read } = inProject({})
    writeFileSync(join(home, 'artoo.config.mjs'), withModel())
    mkdirSync(join(home, 'work'))
    expect(await read({ root: join(home, 'work'), says: true })).toEqual({ sources: [], notes: [] })
  })
})

describe('a configuration that is data', () => {
  const servers = { notes: { command: 'node', args: ['./server.mjs', '\u001b[2J\u202e'] } }

  test.each(['artoo.config.json', '.mcp.json'])(
    '%s counts once a person has said yes to it and its programs',
    async (name) => {
      const { read, asked, write } = inProject({ [name]: JSON.stringify({ mcpServers: servers }), 'server.mjs': '' })
      expect((await read()).sources).toEqual([])
      expect((await read({ says: false })).sources).toEqual([])
      const what = ['starts server notes with your rights: node ./server.mjs [2J', 'it reaches server.mjs']
      expect(asked[0]?.what).toEqual(what)
      expect((await read({ says: true })).sources).toMatchObject([{ config: { mcpServers: servers } }])
      write('server.mjs', '1')
      expect((await read({ says: false })).sources).toEqual([])
      expect(asked.at(-1)).toMatchObject({ isChanged: true })
    },
  )

  test('says what a server is given', async () => {
    const notes = { url: 'https://notes.test', headers: { key: '$' + '{SECRET}' } }
    const work = { command: 'node', env: { NODE_OPTIONS: '--import=x' }, cwd: '/' }
    const { asked, read } = inProject({ '.mcp.json': JSON.stringify({ mcpServers: { notes, work } }) })
    await read({ says: false })
    expect(asked[0]?.what).toEqual([
      'server notes is reached at https://notes.test, with headers {"key":"$' + '{SECRET}"}',
      'starts server work with your rights: node, with env {"NODE_OPTIONS":"--import=x"}, with cwd "/"',
    ])
  })

  test('says which rules, modes and places of commands a yes frees', async () => {
    const data = { permissions: { allow: ['shell: npm test'], mode: 'edits' }, sandbox: false, depth: 'direct' }
    const { asked, read } = inProject({ 'artoo.config.json': JSON.stringify(data) })
    await read({ says: false })
    expect(asked[0]?.what).toEqual([
      'runs without a question: shell: npm test',
      'the mode is edits',
      'the sandbox is false',
      'it sets depth',
    ])
  })
})

describe('the configuration of the person', () => {
  test('counts without a question, but not where tools may write', async () => {
    const { home, root, folder, asked, read } = inProject({ 'own/artoo/config.mjs': withModel() })
    mkdirSync(join(home, '.config/artoo'), { recursive: true })
    writeFileSync(join(home, '.config/artoo/config.mjs'), withModel())
    expect((await read()).sources).toHaveLength(1)
    const env = { HOME: home, XDG_CONFIG_HOME: join(root, 'own') }
    expect((await read({ env })).sources).toEqual([])
    await read({ env, says: true })
    expect(asked.map(({ path }) => path)).toEqual([join(folder, 'project/own/artoo/config.mjs')])
  })
})

describe('trustConfig', () => {
  test('keeps the yes for the next start without running the file', async () => {
    const { root, trust, read } = inProject({ 'artoo.config.mjs': withModel() })
    expect(await trust(false)).toMatchObject([{ answer: 'refused', isKept: false }])
    expect(await trust(true)).toMatchObject([{ answer: 'agreed', isKept: true }])
    expect(await trust(false)).toMatchObject([{ answer: 'kept', isKept: true }])
    expect(existsSync(join(root, 'ran'))).toBe(false)
    expect((await read()).sources).toHaveLength(1)
  })
})
