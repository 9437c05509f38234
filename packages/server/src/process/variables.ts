// Every environment variable the service knows, as data: config.ts reads them, docs/configuration.md is made from them.

export interface Variable {
  readonly name: string
  readonly section: string
  /** What it holds, in a word or two. */
  readonly kind: string
  /** What holds when it is not set; empty when nothing does. */
  readonly fallback: string
  readonly says: string
  /** Its value is never printed. */
  readonly secret?: true
}

const serving = 'Serving'
const storage = 'Storage'
const limits = 'Limits'
const sandbox = 'Sandbox and demo'

function platformVariables(
  name: string,
  section: string,
  urls: { api: string; authorize: string; token: string },
) {
  return [
    {
      name: `ADRAIL_${name}`,
      section,
      kind: '`sandbox` or `live`',
      fallback: 'sandbox',
      says: 'Whether this platform is the emulated or the real one. `live` needs the two credentials, `ENCRYPTION_KEYS` and an https `PUBLIC_URL`.',
    },
    {
      name: `${name}_CLIENT_ID`,
      section,
      kind: 'text',
      fallback: '',
      says: 'Id of your app at the platform.',
    },
    {
      name: `${name}_CLIENT_SECRET`,
      section,
      kind: 'text',
      fallback: '',
      says: 'Secret of your app.',
      secret: true,
    },
    {
      name: `${name}_API_URL`,
      section,
      kind: 'URL',
      fallback: urls.api,
      says: 'Where the API is spoken to; a recording proxy can stand in.',
    },
    {
      name: `${name}_AUTHORIZE_URL`,
      section,
      kind: 'URL',
      fallback: urls.authorize,
      says: 'Where users give consent.',
    },
    {
      name: `${name}_TOKEN_URL`,
      section,
      kind: 'URL',
      fallback: urls.token,
      says: 'Where codes become tokens.',
    },
  ] as const satisfies readonly Variable[]
}

export const platformUrls = {
  social: {
    api: 'https://graph.facebook.com',
    authorize: 'https://www.facebook.com',
    token: 'https://graph.facebook.com',
  },
  search: {
    api: 'https://googleads.googleapis.com',
    authorize: 'https://accounts.google.com',
    token: 'https://oauth2.googleapis.com',
  },
  pro: {
    api: 'https://api.linkedin.com',
    authorize: 'https://www.linkedin.com',
    token: 'https://www.linkedin.com',
  },
} as const

export const variables = [
  {
    name: 'PORT',
    section: serving,
    kind: 'port',
    fallback: '8080',
    says: 'Where the service listens; 0 takes any free port.',
  },
  {
    name: 'HOST',
    section: serving,
    kind: 'address',
    fallback: '127.0.0.1',
    says: 'The address to listen on; `0.0.0.0` for all. Put a TLS-terminating proxy in front of it.',
  },
  {
    name: 'PUBLIC_URL',
    section: serving,
    kind: 'URL',
    fallback: 'the address it listens on',
    says: 'How users reach the service: links to open and callbacks begin with it. Must be https when a platform is live.',
  },
  {
    name: 'METRICS_PORT',
    section: serving,
    kind: 'port or `off`',
    fallback: '9464',
    says: 'Prometheus metrics at `/metrics`, on loopback only.',
  },
  {
    name: 'LOG_LEVEL',
    section: serving,
    kind: '`debug`, `info`, `warn`, `error` or `silent`',
    fallback: 'info',
    says: 'How much is logged, as JSON lines on standard output; one line for each request at `info`.',
  },
  {
    name: 'DATA_DIR',
    section: storage,
    kind: 'folder',
    fallback: './data',
    says: "The embedded database, generated keys, the demo's access data and the sandbox's state.",
  },
  {
    name: 'DATABASE_URL',
    section: storage,
    kind: 'URL',
    fallback: '',
    says: 'A PostgreSQL database, `postgresql://…`; any number of processes can share it. Without it the service keeps a SQLite file in `DATA_DIR`, for one process.',
    secret: true,
  },
  {
    name: 'ENCRYPTION_KEYS',
    section: storage,
    kind: 'list of `id:key`',
    fallback: 'generated in `DATA_DIR`',
    says: 'Keys of 32 bytes in base64, each with a short id, separated by commas; the first one encrypts, all decrypt. Required when a platform is live. Make one with `openssl rand -base64 32`.',
    secret: true,
  },
  {
    name: 'RATE_LIMIT_PER_MINUTE',
    section: limits,
    kind: 'number',
    fallback: '600',
    says: 'Requests a minute for each API key, on the long run.',
  },
  {
    name: 'RATE_LIMIT_BURST',
    section: limits,
    kind: 'number',
    fallback: '100',
    says: 'Requests an API key can send at once before the rate counts.',
  },
  {
    name: 'RATE_LIMIT_IN_FLIGHT',
    section: limits,
    kind: 'number',
    fallback: '20',
    says: 'Requests of one API key that are carried out at the same time.',
  },
  {
    name: 'MAX_IN_FLIGHT',
    section: limits,
    kind: 'number',
    fallback: '500',
    says: 'Requests of all keys at the same time; beyond it the process answers 503.',
  },
  {
    name: 'BODY_LIMIT_BYTES',
    section: limits,
    kind: 'number',
    fallback: '262144',
    says: 'The largest body.',
  },
  {
    name: 'HEADERS_TIMEOUT_MS',
    section: limits,
    kind: 'number',
    fallback: '10000',
    says: 'How long the headers of a request may take to arrive.',
  },
  {
    name: 'REQUEST_TIMEOUT_MS',
    section: limits,
    kind: 'number',
    fallback: '30000',
    says: 'How long a whole request may take to arrive.',
  },
  {
    name: 'DRAIN_MS',
    section: limits,
    kind: 'number',
    fallback: '500',
    says: 'How long a process that is told to stop still takes requests while `/readyz` answers 503; as long as your load balancer needs to notice.',
  },
  {
    name: 'SHUTDOWN_TIMEOUT_MS',
    section: limits,
    kind: 'number',
    fallback: '25000',
    says: 'How long requests that are under way may then take before they are cut off.',
  },
  {
    name: 'SANDBOX_PORT',
    section: sandbox,
    kind: 'port',
    fallback: '8081',
    says: 'Where the embedded sandbox listens, on loopback; 0 takes any free port.',
  },
  {
    name: 'SANDBOX_URL',
    section: sandbox,
    kind: 'URL',
    fallback: '',
    says: 'A sandbox that runs elsewhere (`npm run sandbox`), so that several processes share it; then none is embedded.',
  },
  {
    name: 'ADRAIL_DEMO',
    section: sandbox,
    kind: '`on` or `off`',
    fallback: 'on while no platform is live',
    says: 'Makes a demo workspace with a key and users on the first start and writes them to `demo.json` in `DATA_DIR`.',
  },
  ...platformVariables('SOCIAL', 'Social platform (Meta)', platformUrls.social),
  ...platformVariables('SEARCH', 'Search platform (Google Ads)', platformUrls.search),
  {
    name: 'SEARCH_DEVELOPER_TOKEN',
    section: 'Search platform (Google Ads)',
    kind: 'text',
    fallback: '',
    says: 'Sent as `developer-token` when set.',
    secret: true,
  },
  {
    name: 'SEARCH_SERVICE_CUSTOMER_ID',
    section: 'Search platform (Google Ads)',
    kind: 'digits',
    fallback: '',
    says: "The service's own account for keyword ideas, best one in US dollars. Provisioned by itself in the sandbox.",
  },
  {
    name: 'SEARCH_SERVICE_REFRESH_TOKEN',
    section: 'Search platform (Google Ads)',
    kind: 'text',
    fallback: '',
    says: 'A refresh token for that account.',
    secret: true,
  },
  {
    name: 'SEARCH_SERVICE_LOGIN_CUSTOMER_ID',
    section: 'Search platform (Google Ads)',
    kind: 'digits',
    fallback: '',
    says: 'The manager through which that account is reached, if any.',
  },
  ...platformVariables('PRO', 'Professional network (LinkedIn)', platformUrls.pro),
  {
    name: 'PRO_AUDIENCES',
    section: 'Professional network (LinkedIn)',
    kind: '`on` or `off`',
    fallback: 'on',
    says: 'Whether your app was granted Matched Audiences (`rw_dmp_segments`). A sign-in that asks for more than the app has is refused altogether.',
  },
] as const satisfies readonly Variable[]

export type VariableName = (typeof variables)[number]['name']

/** `docs/configuration.md`. */
export function configurationText(): string {
  const sections = [...new Set(variables.map(({ section }) => section))]
  const row = ({ name, kind, fallback, says }: Variable) =>
    `| \`${name}\` | ${kind} | ${fallback === '' ? '–' : fallback.includes('`') || fallback.includes(' ') ? fallback : `\`${fallback}\``} | ${says} |`
  const tables = sections.map((section) =>
    [
      `## ${section}`,
      '',
      '| variable | holds | when not set | what it does |',
      '|---|---|---|---|',
      ...variables.filter((variable) => variable.section === section).map(row),
    ].join('\n'),
  )
  return `${[introduction, ...tables].join('\n\n')}\n`
}

const introduction = `# Configuration

adrail is configured by environment variables. With none of them set it runs whole on one machine, offline: an embedded
database in \`./data\` and an embedded sandbox in place of the three platforms.

All variables are checked at the start; everything that is wrong is reported at once, and the service does not start.
A platform that is \`live\` never falls back to anything: with a credential missing the service refuses to start.`
