import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { fileAuditLog } from '@artoo/insight/node'
import { fromFunction } from '@artoo/llm'
import { createOmega } from '@artoo/omega'
import { type ArtooOptions, createArtoo, createMemory, defineTool, levelJournal, memoryJournal } from '@artoo/sdk'
import { fileJournal, openMemory, standardTools, stateFolder } from '@artoo/sdk/node'
import { ClassicLevel } from 'classic-level'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'

const model = fromFunction(() => 'hello')

const home = process.cwd()
let base: string
let root: string
let state: string
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'artoo-state-')))
  root = join(base, 'work')
  state = join(base, 'state')
  mkdirSync(root)
  vi.stubEnv('XDG_STATE_HOME', state)
})
afterEach(() => {
  vi.unstubAllEnvs()
  process.chdir(home)
  rmSync(base, { recursive: true })
})

describe('the state folder', () => {
  test('is one for each root, outside of it, and for the user alone', () => {
    const folder = stateFolder({ root })
    expect(relative(join(state, 'artoo'), folder)).toMatch(/^[0-9a-f]{32}$/)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(stateFolder({ root })).toBe(folder)
    expect(stateFolder({ root: base })).not.toBe(folder)
  })

  test('is the same by whichever name the root is called', () => {
    const link = join(base, 'link')
    symlinkSync(root, link)
    expect(stateFolder({ root: link })).toBe(stateFolder({ root }))
    process.chdir(base)
    expect(stateFolder({ root: 'work' })).toBe(stateFolder({ root }))
    process.chdir(root)
    expect(stateFolder()).toBe(stateFolder({ root }))
  })

  test('lies where the platform has such things, without the variable or with a relative one', () => {
    vi.stubEnv('HOME', join(base, 'home'))
    vi.stubEnv('USERPROFILE', join(base, 'home'))
    vi.stubEnv('LOCALAPPDATA', '')
    for (const value of ['', 'not/absolute']) {
      vi.stubEnv('XDG_STATE_HOME', value)
      const folder = stateFolder({ root })
      const place = relative(homedir(), dirname(dirname(folder)))
      expect(place.replaceAll('\\', '/')).toMatch(/^(\.local\/state|Library\/Application Support|AppData\/Local)$/)
    }
  })

  test('says what is wrong with a root, and when there is no place for it', () => {
    expect(() => stateFolder({ root: '' })).toThrow(expect.objectContaining({ code: 'invalid_option', field: 'root' }))
    expect(() => stateFolder({ dir: '.' } as never)).toThrow(expect.objectContaining({ code: 'invalid_option' }))
    vi.stubEnv('XDG_STATE_HOME', '/dev/null')
    expect(() => stateFolder({ root })).toThrow(
      expect.objectContaining({ code: 'no_state_folder', message: expect.stringContaining('XDG_STATE_HOME') }),
    )
  })
})

describe('what is given no path lies in the state folder:', () => {
  test('journal, memory and audit log, of the current directory or of a root that is given', async () => {
    process.chdir(root)
    for (const own of [undefined, { root: base }]) {
      const folder = stateFolder(own ?? {})
      const journal = fileJournal(own)
      const memory = await openMemory(own)
      const auditLog = fileAuditLog(own)
      expect(journal.directory).toBe(join(folder, 'journal'))
      expect(journal.pathOf('task')).toBe(join(folder, 'journal', 'task.jsonl'))
      expect([memory.directory, auditLog.path]).toEqual([join(folder, 'memory'), join(folder, 'audit.jsonl')])
      await auditLog.close()
      await memory.close()
    }
    expect(readdirSync(root)).toEqual([])
  })

  test('and without the option there is none', async () => {
    const artoo = createArtoo({ model, tools: standardTools({ root }) })
    await artoo.run('Say hello')
    await artoo.close()
    expect([existsSync(state), readdirSync(root)]).toEqual([false, []])
  })

  test('what is no path is refused', () => {
    for (const wrong of ['', 5, null, ['a']] as never[]) {
      expect(() => fileJournal(wrong)).toThrow(expect.objectContaining({ code: 'invalid_option' }))
      expect(() => fileAuditLog(wrong)).toThrow(expect.objectContaining({ code: 'invalid_option' }))
    }
  })
})

describe('an instance is refused', () => {
  function refused(options: Partial<ArtooOptions>, error: object = {}): void {
    const create = () => createArtoo({ model, tools: standardTools({ root }), ...options })
    expect(create).toThrow(expect.objectContaining({ code: 'unsafe_journal', ...error }))
  }

  test('a journal inside of the root of its tools, whose way out it names', () => {
    refused(
      { journal: fileJournal(join(root, '.artoo', 'journal')) },
      {
        field: 'journal',
        message: expect.stringMatching(
          /\.artoo[\\/]journal, inside of .*work, .*list_files.*fileJournal\(\{ root \}\)/,
        ),
      },
    )
    refused({ journal: fileJournal(root) })
  })

  test('a memory, and an audit log', async () => {
    const memory = await openMemory({ path: join(root, 'memory') })
    refused({ memory }, { field: 'memory' })
    await memory.close()
    const auditLog = fileAuditLog(join(root, 'audit.jsonl'))
    refused({ auditLog }, { field: 'auditLog' })
    await auditLog.close()
  })

  test('a store in files, of a journal or a memory, by a relative path and by a part of it', async () => {
    process.chdir(base)
    const level = new ClassicLevel<string, string>(join('work', 'level'))
    for (const store of [level, level.sublevel('part')]) {
      refused({ journal: levelJournal(store) })
      const memory = createMemory({ store: store as never })
      refused({ memory }, { field: 'memory' })
      await memory.close()
    }
    await level.close()
  })

  test('whichever of both is told by a link', () => {
    const link = join(base, 'link')
    symlinkSync(root, link)
    refused({ journal: fileJournal(join(link, 'deep', 'journal')) })
    const tools = standardTools({ root: link })
    const journal = fileJournal(join(root, 'journal'))
    refused({ tools, journal })
    const dangling = join(base, 'dangling')
    symlinkSync(join(root, 'not-there-yet'), dangling)
    refused({ journal: fileJournal(dangling) })
  })

  test('a journal that a tool of the host’s own can reach', () => {
    const own = defineTool({
      name: 'own',
      description: 'reads',
      input: z.object({}),
      effect: 'read',
      root,
      execute: () => '',
    })
    const journal = fileJournal(join(root, 'journal'))
    refused({ tools: [own], journal }, { message: expect.stringContaining('tool own') })
    expect(() => defineTool({ ...own, input: z.object({}), root: 5 as never, execute: () => '' } as never)).toThrow(
      expect.objectContaining({ code: 'invalid_tool' }),
    )
  })

  test('the state folder itself where that lies inside, with another way out', () => {
    refused(
      { tools: standardTools({ root: base }), journal: fileJournal({ root: base }) },
      {
        message: expect.stringMatching(/state folder .* within that root; set XDG_STATE_HOME .* smaller root/),
      },
    )
  })

  test('what a link below the root leads to: the folder itself, one around it, or a part of it', () => {
    const journal = fileJournal({ root })
    mkdirSync(join(journal.directory, 'ended'), { recursive: true })
    mkdirSync(join(root, 'deep', 'deeper'), { recursive: true })
    for (const target of [journal.directory, dirname(journal.directory), join(journal.directory, 'ended'), '/']) {
      const link = join(root, 'deep', 'deeper', 'shared')
      symlinkSync(target, link)
      refused(
        { journal },
        { field: 'journal', message: expect.stringContaining(`the link ${realpathSync(dirname(link))}/shared`) },
      )
      rmSync(link)
    }
    symlinkSync(join(root, 'deep'), join(root, 'harmless'))
    symlinkSync('nowhere', join(root, 'dangling'))
    createArtoo({ model, tools: standardTools({ root }), journal })
  })

  test('a journal or an audit log of which a file has a second name', () => {
    const journal = fileJournal({ root })
    mkdirSync(journal.directory, { recursive: true })
    writeFileSync(journal.pathOf('task'), '')
    linkSync(journal.pathOf('task'), join(root, 'innocent.txt'))
    refused({ journal }, { field: 'journal', message: expect.stringContaining('a hard link') })
    createArtoo({ model, journal })
    const path = join(base, 'audit.jsonl')
    writeFileSync(path, '')
    linkSync(path, join(root, 'audit.txt'))
    refused({ auditLog: { path, append: async () => {} } }, { field: 'auditLog' })
  })

  test('in a deliberation, too', () => {
    const tools = standardTools({ root })
    expect(() => createOmega({ model, tools, journal: fileJournal(join(root, 'journal')) })).toThrow(
      expect.objectContaining({ code: 'unsafe_journal' }),
    )
  })
})

test('what lies outside of the root is taken, a neighbour of the same beginning included', async () => {
  const beside = [fileJournal({ root }), fileJournal(`${root}-journal`), fileJournal(join(base, '..journal'))]
  for (const journal of [...beside, memoryJournal()]) {
    const artoo = createArtoo({ model, tools: standardTools({ root }), journal })
    await artoo.close()
  }
  expect(isAbsolute(fileJournal('here').directory)).toBe(true)
  expect(fileJournal('here').directory).toBe(resolve('here'))
})
