import { readFileSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

export const startsProcesses = /child_process|bundled|hasGit|createAgentLoop|shellTool|standardTools|killed|esbuild/

/** The order of test files: those that start processes come first, since each start copies the page tables of a worker, which grows. */
export class ProcessesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const first = new Set(sorted.filter(({ moduleId }) => startsProcesses.test(readFileSync(moduleId, 'utf8'))))
    return [...first, ...sorted.filter((file) => !first.has(file))]
  }
}
