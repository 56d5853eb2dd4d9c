import { expect, test } from 'vitest'
import { optionalPackage } from '../../src/agent/optional-package.js'

const needed = { packages: ['@artoo/not-there'], command: 'artoo loop start' } as const

test('a package that is not there is named with both ways to install it', async () => {
  const failing = Object.assign(new Error("Cannot find package '@artoo/not-there' imported from /x/cli.js"), {
    code: 'ERR_MODULE_NOT_FOUND',
  })
  const error = await optionalPackage(needed, () => Promise.reject(failing)).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ code: 'missing_package', cause: failing })
  expect(String(error)).toMatch(
    /npm install @artoo\/not-there\n[\s\S]*npx -p @artoo\/cli -p @artoo\/not-there artoo loop start/,
  )
})

test('a package that is there and lacks one of its own says so itself', async () => {
  const failing = Object.assign(new Error("Cannot find package 'zod' imported from /x/@artoo/not-there/index.js"), {
    code: 'ERR_MODULE_NOT_FOUND',
  })
  await expect(optionalPackage(needed, () => Promise.reject(failing))).rejects.toBe(failing)
})
