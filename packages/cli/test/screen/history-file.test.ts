import { appendFile, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fileHistory } from '../../src/screen/index.js'

test('words are kept in a file for its owner alone, the last thousand', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'screen-'))
  const path = join(folder, 'state', 'history')
  const history = fileHistory(path)
  expect(await history.read()).toEqual([])
  await history.add('two\nlines')
  await history.add('one "line"')
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  await appendFile(path, 'torn "\n{}\n')
  expect(await history.read()).toEqual(['two\nlines', 'one "line"'])
  await appendFile(path, '"x"\n'.repeat(1_000))
  expect(await history.read()).toEqual(Array<string>(1_000).fill('x'))
  expect((await readFile(path, 'utf8')).split('\n').length).toBe(1_001)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  await rm(folder, { recursive: true })
})
