import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ArtooError } from '@artoo/spec'

/** Has a text changed in the person's own editor, on the terminal of this process. */
export async function editText(text: string, env: Readonly<Record<string, string | undefined>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'artoo-'))
  try {
    const file = join(folder, 'prompt.md')
    await writeFile(file, text, { mode: 0o600 })
    const [program = 'vi', ...words] = (env.VISUAL || env.EDITOR || 'vi').trim().split(/\s+/)
    const child = spawn(program, [...words, file], { stdio: 'inherit' })
    const [code] = await once(child, 'close')
    if (code !== 0) throw new ArtooError('editor_failed', `${program} ended with ${code}: the text stays as it was`)
    return (await readFile(file, 'utf8')).replace(/\n$/, '')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
