import { expect, it } from 'vitest'
import { notReplayed } from '../../../../test/replayed/not-replayed.js'
import { runPanel } from './run-panel.js'

it('a panel of whatever agents in whatever world ends with one report, which follows from its log', async () => {
  notReplayed('one panel in five is replayed here')
  const failed: string[] = []
  for (let seed = 0; seed < 6; seed++) {
    const { faults } = await runPanel(seed)
    if (faults.length > 0) failed.push(`npm run test:panels -- --only ${seed}: ${faults[0]}`)
  }
  expect(failed).toEqual([])
})
