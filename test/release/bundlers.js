import { statSync } from 'node:fs'
import { join } from 'node:path'
import commonjs from '@rollup/plugin-commonjs'
import resolvePackages from '@rollup/plugin-node-resolve'
import * as esbuild from 'esbuild'
import { rollup } from 'rollup'
import * as vite from 'vite'
import webpack from 'webpack'
import { findChromium, launch } from '../browser-level/chromium.js'
import { expectPrinted, finished } from './step.js'

/** One classic script for a page by each bundler, as its documentation shows it. `@ai-sdk/openai-compatible` is imported on demand, in Node alone. */
const bundlers = {
  async esbuild({ entry, out }) {
    await esbuild.build({ entryPoints: [entry], outfile: out, bundle: true, platform: 'browser', logLevel: 'error' })
  },
  async rollup({ entry, out }) {
    const plugins = [resolvePackages({ browser: true, preferBuiltins: false }), commonjs()]
    const bundle = await rollup({ input: entry, plugins, onwarn: ignoreCycles })
    await bundle.write({ file: out, format: 'iife', inlineDynamicImports: true })
    await bundle.close()
  },
  async vite({ entry, out, home }) {
    await vite.build({
      root: home,
      logLevel: 'error',
      configFile: false,
      build: {
        lib: { entry, formats: ['iife'], name: 'app', fileName: () => 'vite.js' },
        outDir: join(out, '..'),
        emptyOutDir: false,
      },
    })
  },
  async webpack({ entry, out, home }) {
    const output = { path: join(out, '..'), filename: 'webpack.js' }
    const mode = 'production'
    const plugins = [new webpack.optimize.LimitChunkCountPlugin({ maxChunks: 1 })]
    const compiler = webpack({
      mode,
      context: home,
      entry,
      output,
      plugins,
      performance: false,
      target: ['web', 'es2022'],
    })
    const stats = await new Promise((resolve, reject) =>
      compiler.run((error, done) => (error ? reject(error) : resolve(done))),
    )
    await new Promise((resolve) => compiler.close(resolve))
    if (stats.hasErrors() || stats.hasWarnings())
      throw new Error(stats.toString({ all: false, errors: true, warnings: true }))
  },
}

/** Inside zod. */
const ignoreCycles = (warning) => {
  if (warning.code !== 'CIRCULAR_DEPENDENCY') throw new Error(`rollup: ${warning.message}`)
}

/** Bundles a page that runs a task, from what npm has installed, and opens it in a browser. */
export async function checkBundlers(home) {
  const chromium = findChromium()
  if (!chromium) throw new Error('no Chromium was found: install one, or name its file in CHROMIUM_PATH')
  const browser = await launch(chromium)
  try {
    const sizes = []
    for (const [name, bundle] of Object.entries(bundlers)) {
      const out = join(home, 'bundles', `${name}.js`)
      await bundle({ entry: join(home, 'page.js'), out, home })
      const page = await browser.newPage()
      await page.addScriptTag({ path: out })
      expectPrinted(name, await page.evaluate('finished'), finished)
      sizes.push(`${name} ${Math.round(statSync(out).size / 1000)} kB`)
    }
    return `${sizes.join(', ')}, run in Chromium`
  } finally {
    await browser.close()
  }
}
