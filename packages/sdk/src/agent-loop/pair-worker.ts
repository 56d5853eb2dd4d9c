import type { AgentTask, Probe, Worker } from '@artoo/agent-loop'
import { type PairOptions, runPair } from '@artoo/roles'
import type { Tool } from '@artoo/spec'
import { defineCheck } from '@artoo/tools'
import * as z from 'zod'
import { readOnly } from './read-only.js'

export interface PairWorkerOptions extends Omit<PairOptions, 'tools' | 'checks'> {
  /** The tools for one folder. */
  readonly tools: (directory: string) => readonly Tool[]
}

/** A worker made of executor and validator: each attempt is decided by the atom's own check, in a copy of its folder. */
export function pairWorker({ tools, ...options }: PairWorkerOptions): Worker {
  return async (task) => {
    const { brief, prompt: context, directory, run, signal } = task
    const criterion = {
      text: 'the check of the task holds',
      ...({ mode: 'verifiable', source: 'records', check: { name: 'success_criteria', arguments: {} } } as const),
    }
    const { status, output, failureReason } = await runPair(
      { intent: brief.task, context, criteria: [criterion], run, signal },
      { ...options, tools: tools(directory), checks: [ownCheck(task)] },
    )
    return status === 'matched'
      ? { success: true, summary: output }
      : { success: false, summary: failureReason ?? output }
  }
}

const ownCheck = ({ check }: AgentTask) =>
  defineCheck({
    name: 'success_criteria',
    description: 'The check of the task, as it was agreed on.',
    arguments: z.object({}),
    async run() {
      const { pass, evidence } = await check()
      return { pass: pass === true, evidence, failureClass: 'logical' }
    },
  })

/** Looks whether a way is viable, with tools that read only, and nobody who could allow more. */
export function pairProbe({ tools, confirm: _, ...options }: PairWorkerOptions): Probe {
  return async ({ brief, prompt, directory, run, signal }) => {
    const criterion = {
      text: 'the report begins with FEASIBLE or NOT FEASIBLE and says what was read',
      ...({ mode: 'plausible', source: 'records' } as const),
    }
    const intent = `Find out, without changing anything, whether this can be done and how: ${brief.task}. Begin your report with FEASIBLE or NOT FEASIBLE.`
    const { output, failureReason } = await runPair(
      { intent, context: prompt, criteria: [criterion], run, signal },
      { ...options, maxRetries: 0, tools: tools(directory).map(readOnly), checks: [] },
    )
    const findings = output || failureReason || 'nothing was found out'
    return { feasible: !/^\W*not feasible/i.test(findings), findings }
  }
}
