// The reference page, in which every operation can be read and tried: one script of Scalar's, and how it is set up.

/** The script, as the package hands it to a web framework: the only way in which it can be had without its sources. */
export async function loadScript(): Promise<string> {
  const { default: plugin } = await import('@scalar/fastify-api-reference')
  const scripts: string[] = []
  const reply = { header: () => reply, send: (text: string) => void scripts.push(text) }
  const framework = {
    route({ url, handler }: { url: string; handler(request: object, reply: object): void }) {
      if (url.endsWith('/js/scalar.js')) handler({}, reply)
    },
  }
  // The plugin asks the framework for routes and for nothing else.
  const register = plugin as unknown as (framework: object, options: object, done: () => void) => void
  register(framework, { routePrefix: '/docs', configuration: { url: '/openapi.json' } }, () => {})
  const [script] = scripts
  if (script === undefined) throw new Error('The package of the reference page has no script any more.')
  return script
}

/** The colours of the mark, and a side bar in which the longest path has room. */
const style = `
:root { --scalar-sidebar-width: 330px; }
.light-mode { --scalar-color-accent: #1f6f50; --scalar-background-accent: #1f6f5014; --scalar-button-1: #1f6f50; --scalar-button-1-hover: #17573e; }
.dark-mode { --scalar-color-accent: #5fc79b; --scalar-background-accent: #5fc79b1f; --scalar-button-1: #2f8a66; --scalar-button-1-hover: #37a077; --scalar-button-1-color: #fff; }
`

export const favicon =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"%3E%3Crect width="16" height="16" rx="4" fill="%231f6f50"/%3E%3Cpath d="M4 12 8 4l4 8M5.6 9h4.8" fill="none" stroke="%23fff" stroke-width="1.6"/%3E%3C/svg%3E'

const configuration = {
  url: '/openapi.json',
  // Requests go to where the page came from, under whichever name it was opened.
  servers: [{ url: '/', description: 'This service.' }],
  customCss: style,
  // Operations are known by their paths; sentences would fill the side bar.
  operationTitleSource: 'path',
  hideModels: true,
  // Nothing is loaded from anywhere else, and nothing is offered that would be: the page works offline.
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
}

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
<script>Scalar.createApiReference('#app', ${JSON.stringify(configuration)})</script>
</body>
</html>
`

/** An API key typed into the page can go to this service and nowhere else. */
export const pagePolicy = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')
