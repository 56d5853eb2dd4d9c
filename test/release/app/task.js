/** One task to its end, with the tarballs and no network: asked, called and judged. Prints the result's status and output. */
import { createArtoo } from '@artoo/sdk'
import { expectOneResult, fakeTool, honest } from '@artoo/sdk/testing'

const story = {
  asks: 'answer',
  criteria: ['the temperature is said'],
  calls: [{ name: 'weather', input: { city: 'Oslo' } }],
  answer: '4 °C in Oslo.',
}

export async function task(options = {}) {
  const artoo = createArtoo({
    model: honest(story),
    tools: [fakeTool('weather', ['4 °C'], { effect: 'read' })],
    ...options,
  })
  try {
    const { status, output } = await expectOneResult(artoo.run('How cold is it in Oslo?'))
    return `${status}: ${output}`
  } finally {
    await artoo.close()
  }
}
