// The API reference page: Scalar's script and its configuration.

import { createHash } from 'node:crypto'

/**
 * Loads the script from the package's plugin for a web framework, which is the only way to get it without its
 * sources.
 */
export async function loadReferenceScript(): Promise<string> {
  const { default: plugin } = await import('@scalar/fastify-api-reference')
  const scripts: string[] = []
  const reply = { header: () => reply, send: (text: string) => void scripts.push(text) }
  const framework = {
    route({ url, handler }: { url: string; handler(request: object, reply: object): void }) {
      if (url.endsWith('/js/scalar.js')) handler({}, reply)
    },
  }
  // The plugin uses only the framework's `route` method.
  const register = plugin as unknown as (framework: object, options: object, done: () => void) => void
  register(framework, { routePrefix: '/docs', configuration: { url: '/openapi.json' } }, () => {})
  const [script] = scripts
  if (script === undefined) throw new Error('The package of the reference page has no script any more.')
  // The script's placeholder for the API key is a joke in base64, which newcomers take for a key.
  return script.replaceAll('QUxMIFlPVVIgQkFTRSBBUkUgQkVMT05HIFRPIFVT', 'your API key')
}

/** The brand colors, and a sidebar wide enough for the longest path. */
const style = `
:root { --scalar-sidebar-width: 330px; }
.light-mode { --scalar-color-accent: #1f6f50; --scalar-background-accent: #1f6f5014; --scalar-button-1: #1f6f50; --scalar-button-1-hover: #17573e; }
.dark-mode { --scalar-color-accent: #5fc79b; --scalar-background-accent: #5fc79b1f; --scalar-button-1: #2f8a66; --scalar-button-1-hover: #37a077; --scalar-button-1-color: #fff; }
`

export const favicon =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"%3E%3Crect width="16" height="16" rx="4" fill="%231f6f50"/%3E%3Cpath d="M4 12 8 4l4 8M5.6 9h4.8" fill="none" stroke="%23fff" stroke-width="1.6"/%3E%3C/svg%3E'

const configuration = {
  // Requests go to the origin that served the page.
  servers: [{ url: '/', description: 'This service.' }],
  customCss: style,
  operationTitleSource: 'summary',
  hideModels: true,
  // The page loads nothing from other origins and offers nothing that would, so it works offline.
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
}

/**
 * Lists operations by name with their description, adds a link to the documentation, and sets the demo's key
 * for a browser that opened the demo link.
 */
const startScript = `
const configuration = ${JSON.stringify(configuration)}
const read = (path) => fetch(path).then((answer) => answer.json())
const secret = /^#demo=([\\w-]+)$/.exec(location.hash)?.[1]
// Out of the address bar before anything else happens.
if (secret) history.replaceState(null, '', location.pathname)
const headers = { 'content-type': 'application/json' }
const redeem = async () => {
  if (secret) await fetch('/demo/access', { method: 'POST', headers, body: JSON.stringify({ secret }) })
}
Promise.all([read('/openapi.json'), redeem().then(() => read('demo-key'))]).then(([content, { results }]) => {
  content.info.description += '\\n\\n[Documentation](/docs/): guides, errors and events.'
  for (const [path, { post }] of Object.entries(content.paths)) {
    if (!post) continue
    if (!post.description.startsWith(post.summary)) post.description = post.summary + '\\n\\n' + post.description
    post.summary = path.slice(1)
  }
  const securitySchemes = results.apiKey ? { apiKey: { value: results.apiKey } } : {}
  const authentication = { preferredSecurityScheme: 'apiKey', securitySchemes }
  Scalar.createApiReference('#app', { ...configuration, content, authentication })
})
`

export const referencePage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>adrail API reference</title>
<link rel="icon" href='${favicon}'>
</head>
<body>
<div id="app"></div>
<script src="js/scalar.js"></script>
<script>${startScript}</script>
</body>
</html>
`

/**
 * An API key typed into the page can only be sent to this service. The page shares its origin with the
 * console, so it runs only the two scripts above.
 */
export const pagePolicy = [
  "default-src 'none'",
  `script-src 'self' 'sha256-${createHash('sha256').update(startScript).digest('base64')}'`,
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')
