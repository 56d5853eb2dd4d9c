import { assertPairOptions, type PairOptions, runPair } from '@artoo/roles'
import type { Sandbox, Tool } from '@artoo/spec'
import { defineCheck } from '@artoo/tools'
import { standardTools } from '@artoo/tools/node'
import * as z from 'zod'
import { worktreeSandbox } from '../node/worktree-sandbox.js'
import type { Probe, SubAgentTask, Worker } from '../ports/agents.js'
import { confirmInWorkspace, editing } from './confirm-in-workspace.js'
import { readOnly } from './read-only.js'

export interface PairWorkerOptions extends Omit<PairOptions, 'tools' | 'checks'> {
  /** The tools for one folder. @defaultValue files and shell, confined to it; its files may be changed unasked */
  readonly tools?: ((directory: string) => readonly Tool[]) | undefined
  /**
   * Confines the commands of the default tools, which then run unasked: made by `sandbox()` of `@artoo/sandbox`.
   *
   * @defaultValue commands run with the rights of the process, and ask
   */
  readonly sandbox?: Sandbox | undefined
}

/**
 * A worker made of executor and validator: each attempt is decided by the atom's own check, in a copy of its folder.
 *
 * @throws {ArtooError} `invalid_option`; `sandbox_unavailable` for a sandbox that confines nothing.
 */
export function pairWorker({ tools, sandbox: given, ...options }: PairWorkerOptions): Worker {
  assertPairOptions(options, 'pairWorker')
  const sandbox = worktreeSandbox(given)
  return async (task) => {
    const { brief, prompt: context, directory, run, signal } = task
    const criterion = {
      text: `this check holds in the folder: ${shown(brief.successCriteria)}`,
      ...({
        mode: 'verifiable',
        source: 'records',
        about: 'answer',
        check: { name: 'success_criteria', arguments: {} },
      } as const),
    }
    const { status, output, failureReason } = await runPair(
      { intent: brief.task, context, criteria: [criterion], run, signal },
      tools
        ? { ...options, tools: tools(directory), checks: [ownCheck(task)] }
        : {
            ...options,
            tools: standardTools({ root: directory, sandbox }),
            checks: [ownCheck(task)],
            confirm: confirmInWorkspace(task, options.confirm),
          },
    )
    return status === 'matched'
      ? { success: true, summary: output }
      : { success: false, summary: failureReason ?? output }
  }
}

/** The most characters of a check that a correction repeats. */
const mostShown = 1000

function shown(check: SubAgentTask['brief']['successCriteria']): string {
  const text = JSON.stringify(check)
  return text.length > mostShown ? `${text.slice(0, mostShown)}…` : text
}

const ownCheck = ({ check }: SubAgentTask) =>
  defineCheck({
    name: 'success_criteria',
    description: 'The check of the task, as it was agreed on.',
    arguments: z.object({}),
    async run() {
      const { pass, evidence } = await check()
      return { pass: pass === true, evidence, failureClass: 'logical' }
    },
  })

/**
 * Looks whether a way is viable: with tools that read, and commands that were agreed on or are confined, in a folder that is thrown away.
 *
 * @throws {ArtooError} `invalid_option`; `sandbox_unavailable` for a sandbox that confines nothing.
 */
export function pairProbe({ tools, confirm: _, sandbox: given, ...options }: PairWorkerOptions): Probe {
  assertPairOptions(options, 'pairProbe')
  const sandbox = worktreeSandbox(given)
  const kit = (task: SubAgentTask) =>
    tools
      ? { tools: tools(task.directory).map(readOnly) }
      : {
          tools: standardTools({ root: task.directory, sandbox }).filter(({ name }) => !editing.has(name)),
          confirm: confirmInWorkspace(task, undefined),
        }
  return async (task) => {
    const { brief, prompt, run, signal } = task
    const criterion = {
      text: 'the report begins with FEASIBLE or NOT FEASIBLE and says what was read',
      ...({ mode: 'plausible', source: 'records' } as const),
    }
    const intent = `Find out, without changing anything, whether this can be done and how: ${brief.task}\nBegin your report with FEASIBLE or NOT FEASIBLE.`
    const { output, failureReason } = await runPair(
      { intent, context: prompt, criteria: [criterion], run, signal },
      { ...options, ...kit(task), maxRetries: 0, checks: [] },
    )
    const findings = output || failureReason || 'nothing was found out'
    return { feasible: !/^\W*not feasible/i.test(findings), findings }
  }
}
