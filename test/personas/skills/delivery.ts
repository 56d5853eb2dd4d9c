import { bodyOf, quoted, Stuck } from '../hands.js'
import { type Skill, said } from '../skill.js'

export const deliverySkills: readonly Skill[] = [
  {
    name: 'upload',
    forms: ['Upload {path} with {script}', 'Let {script} upload {path}'],
    ways: [['shell']],
    changes: true,
    *run({ path = '', script = '' }, { tools }) {
      if (!tools.shell) throw new Stuck('there is no tool for that')
      const command = `sh ${quoted(script)} ${quoted(path)}`
      const { failed, output } = yield { tool: tools.shell, input: { command }, target: command, kind: 'look' }
      if (failed || !output.includes('uploaded')) throw new Stuck(`"${path}" was not uploaded: ${bodyOf(output)}`)
      return said(`Uploaded "${path}".`)
    },
  },
]
