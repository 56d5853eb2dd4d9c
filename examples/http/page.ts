import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

export interface Page {
  readonly html: string
  readonly headers: Readonly<Record<string, string>>
}

/** The parts in `page/` as one document that needs nothing else. */
export function loadPage(): Page {
  const read = (name: string) => readFileSync(new URL(`page/${name}`, import.meta.url), 'utf8')
  const style = read('page.css')
  const script = read('page.js')
  const html = read('page.html')
    .replace('<!-- page.css -->', () => `<style>${style}</style>`)
    .replace('<!-- page.js -->', () => `<script type="module">${script}</script>`)
  const policy = {
    'default-src': "'none'",
    'style-src': hashOf(style),
    'script-src': hashOf(script),
    'img-src': 'data:',
    'connect-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
  }
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    // Only the page's own script runs, whatever else should ever find its way into the document.
    'content-security-policy': Object.entries(policy)
      .map((rule) => rule.join(' '))
      .join('; '),
    'cache-control': 'no-cache',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  }
  return { html, headers }
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
