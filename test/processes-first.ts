import { existsSync, readFileSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const signs = /child_process|bundled|hasGit|createAgentLoop|shellTool|standardTools|killed|esbuild/

/** Whether a test file, or a module beside it that it imports, looks as if it started processes. */
export function startsProcesses(path: string): boolean {
  const text = readFileSync(path, 'utf8')
  const beside = [...text.matchAll(/ from '(\.[^']*)\.js'/g)].map(([, name]) => new URL(`${name}.ts`, `file://${path}`))
  return signs.test(text) || beside.some((module) => existsSync(module) && signs.test(readFileSync(module, 'utf8')))
}

/** The order of test files: those that start processes come first, since each start copies the page tables of a worker, which grows. */
export class ProcessesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const first = new Set(sorted.filter(({ moduleId }) => startsProcesses(moduleId)))
    return [...first, ...sorted.filter((file) => !first.has(file))]
  }
}
