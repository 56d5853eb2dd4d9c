import { errorCode } from '@artoo/spec'
import { describe, expect, it } from 'vitest'
import { assertNotElided } from '../src/files/elisions.js'

const old =
  "import a from 'a'\n\nfunction one() {\n  return 1\n}\n\nfunction two() {\n  return 2 // the rest is unchanged\n}\n"
const write = (text: string, replaced: string | null = old) =>
  assertNotElided({ path: 'a.js', field: 'content', text }, replaced)
const thrown = (text: string) => {
  try {
    write(text)
    return null
  } catch (error) {
    return error as Error
  }
}

describe('a remark that stands for text', () => {
  it.each([
    '// ... rest of the code unchanged',
    '  // ... existing code ...',
    '/* … remaining functions … */',
    '# ... (rest of file stays the same)',
    '<!-- ... existing markup ... -->',
    '-- rest of the file unchanged',
    '// The rest of the code remains the same',
    '[... unchanged ...]',
    '... existing imports ...',
    '// other functions are unchanged',
    '{/* ...existing JSX... */}',
  ])('%s is refused with what would be lost', (remark) => {
    const error = thrown(`function one() {\n  return 3\n}\n${remark}\n`)
    expect(errorCode(error)).toBe('elided_content')
    expect(error?.message).toContain(remark.trim())
    expect(error?.message).toMatch(
      /4 lines of a\.js are missing \("import a from 'a'", "return 1", "function two\(\) \{", …\)/,
    )
  })

  it('is let through where nothing is lost, where the file has it already, or where it is a text like any other', () => {
    const kept = [
      `${old}// ... rest of the code unchanged\n`,
      'const rest = [...existing]\n',
      '// keep the rest of the options\n',
      'f(...rest) // same as before\n',
      'Everything else ... stays as it is\n',
      '// loading ...\n',
      'return 2 // the rest is unchanged\n',
    ]
    expect(kept.map(thrown)).toEqual(kept.map(() => null))
    expect(() => write('// ... rest of the code unchanged', null)).not.toThrow()
  })
})
