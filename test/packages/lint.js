import { readFile } from 'node:fs/promises'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'

/** How packages that are ES modules alone need not be found. */
const otherResolutions = ['node10', 'node16-cjs']

/** What publint says about the manifests and attw about the types. */
export async function lint(packages) {
  const problems = await Promise.all(
    packages.map(async ({ folder, tarball }) => {
      const data = new Uint8Array(await readFile(tarball))
      const found = [...(await inManifest(data)), ...(await inTypes(data))]
      return found.map((problem) => `${folder}: ${problem}`)
    }),
  )
  return problems.flat()
}

async function inManifest(data) {
  const { messages, pkg } = await publint({ pack: { tarball: data.buffer }, level: 'suggestion', strict: true })
  return messages.map((message) => `publint: ${formatMessage(message, pkg, { color: false })}`)
}

async function inTypes(data) {
  const { types, problems = [] } = await checkPackage(createPackageFromTarballData(data))
  if (!types) return ['attw finds no types']
  return problems
    .filter(({ resolutionKind }) => !otherResolutions.includes(resolutionKind))
    .map((problem) => `attw: ${JSON.stringify(problem)}`)
}
