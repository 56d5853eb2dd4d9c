import { type Artoo, createArtoo, fromFunction, type Journal } from '@artoo/sdk'
import { standardTools } from '@artoo/sdk/node'

/** Works with what is kept of the files in a folder. No model is called. */
export async function withFiles<Result>(
  { root, journal }: { readonly root: string; readonly journal: Journal },
  work: (artoo: Pick<Artoo, 'diff' | 'undo'>) => Promise<Result>,
): Promise<Result> {
  const model = fromFunction(() => {
    throw new Error('a look at files calls no model')
  })
  const artoo = createArtoo({ model, tools: standardTools({ root }), journal, dreamer: false })
  try {
    return await work(artoo)
  } finally {
    await artoo.close()
  }
}
