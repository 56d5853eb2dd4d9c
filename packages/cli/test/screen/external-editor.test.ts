import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { editText } from '../../src/screen/external-editor.js'

test('a text is changed by the program that the environment names', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'screen-'))
  const program = join(folder, 'editor.sh')
  await writeFile(program, 'printf "%s" "$1" >> "$2"\necho >> "$2"\n')
  expect(await editText('a\n', { EDITOR: `sh ${program} more` })).toBe('a\nmore')
  await expect(editText('a', { EDITOR: 'sh -c false' })).rejects.toMatchObject({ code: 'editor_failed' })
  await expect(editText('a', { EDITOR: join(folder, 'missing') })).rejects.toThrow('ENOENT')
  await rm(folder, { recursive: true })
})
