import { existsSync } from 'node:fs'
import { type BrowserContext, chromium } from 'playwright-core'

const usualPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** The browser that `CHROMIUM_PATH` names, or else one at a usual path. A named one that isn't there is an error. */
export function findChromium(named = process.env.CHROMIUM_PATH): string | undefined {
  if (!named) return usualPaths.find((path) => existsSync(path))
  if (existsSync(named)) return named
  throw new Error(`CHROMIUM_PATH is ${named}, where there is no file.`)
}

/** A host of this machine that a page may not trust: over plain HTTP only loopback itself is a secure context. */
export const untrustedHost = 'page.test'

/**
 * A browser that reaches this machine only. Its databases are files in `profile`, as a user's are; an incognito one would
 * keep them in memory. Without a profile it gets one that goes when it closes.
 */
export function launch(executablePath: string, profile = ''): Promise<BrowserContext> {
  return chromium.launchPersistentContext(profile, {
    executablePath,
    args: [
      '--disable-gpu',
      '--disable-quic',
      `--host-resolver-rules=MAP ${untrustedHost} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1`,
    ],
  })
}
