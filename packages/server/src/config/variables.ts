// Declares every environment variable of the service once: config.ts parses them, and variableTexts.ts
// documents them.

import { platformVariables } from '../platforms/index.ts'
import { createSectionDeclarer, isVariable, type Variable, type Variables } from '../variables/variable.ts'
import {
  choice,
  encryptionKeys,
  integer,
  listeningAddress,
  networks,
  onOrOff,
  optionalChoice,
  optionalText,
  port,
  portOrOff,
  portsOrAll,
  postgresUrl,
  url,
} from '../variables/variableKinds.ts'

const declareServing = createSectionDeclarer('Serving')
const declareStorage = createSectionDeclarer('Storage')
const declareLimit = createSectionDeclarer('Limits')
const declareSandbox = createSectionDeclarer('Sandbox and demo')

const maxRequests = 10_000_000
const maxConcurrent = 1_000_000
const maxTimeoutMs = 600_000

export const variables = {
  port: declareServing('PORT', port(8080), 'Where the service listens; 0 takes any free port.'),
  host: declareServing(
    'HOST',
    listeningAddress,
    'The address to listen on; `0.0.0.0` for all. Put a TLS-terminating proxy in front of it.',
  ),
  role: declareServing(
    'ADRAIL_ROLE',
    choice(['all', 'api', 'worker'], 'all'),
    'What this process does. `api` answers requests and does nothing in the background; `worker` does what nobody asks for (settling writes that were cut off, refreshing tokens, sending events, reading leads and accounts) and answers `/healthz` and `/readyz` alone; `all` does both. `api` and `worker` need `DATABASE_URL`, and each other.',
  ),
  publicUrl: declareServing(
    'PUBLIC_URL',
    url('', 'the address it listens on'),
    'How users reach the service: links to open and callbacks begin with it. Must be https when a platform is live.',
  ),
  trustedProxies: declareServing(
    'TRUSTED_PROXIES',
    networks,
    'Addresses of your own proxies, or networks such as `10.0.0.0/8`, separated by commas. Only what these say in `X-Forwarded-For` is believed: the client is the last one named there, read from the right, that is none of them. Limits for each address count by it.',
  ),
  metricsPort: declareServing(
    'METRICS_PORT',
    portOrOff(9464),
    'Where Prometheus finds metrics, at `/metrics`; 0 takes any free port.',
  ),
  metricsHost: declareServing(
    'METRICS_HOST',
    listeningAddress,
    'The address on which metrics are served. They contain no secrets and no personal data. Still, allow only your Prometheus to reach them. On a loopback address, adrail serves them only under localhost or a loopback address.',
  ),
  logLevel: declareServing(
    'LOG_LEVEL',
    choice(['debug', 'info', 'warn', 'error', 'silent'], 'info'),
    'How much is logged, as JSON lines on standard output; one line for each request at `info`.',
  ),
  logAddresses: declareServing(
    'LOG_ADDRESSES',
    choice(['refused', 'all'], 'refused'),
    'Which request lines contain the address of the client, whole: `refused` for requests that adrail refused (4xx), `all` for every request. Lines about sign-ins, sign-outs and wrong keys always contain it. Behind a proxy, set `TRUSTED_PROXIES`.',
  ),
  dataDir: declareStorage(
    'DATA_DIR',
    optionalText('./data', 'folder'),
    "The embedded database, generated keys, the demo's access data and the sandbox's state.",
  ),
  databaseUrl: declareStorage(
    'DATABASE_URL',
    postgresUrl,
    'A PostgreSQL database, `postgresql://…`; any number of processes can share it. A request waits two seconds for a connection to each host, or `connect_timeout` seconds if the URL sets it. The URL can list several hosts, with `target_session_attrs`; add `pgbouncer=true` behind PgBouncer (docs/running.md explains both). Without it the service keeps a SQLite file in `DATA_DIR`, for one process.',
  ),
  encryptionKeys: declareStorage(
    'ENCRYPTION_KEYS',
    encryptionKeys('generated in `DATA_DIR`'),
    'Keys of 32 bytes in base64, each with a short id, separated by commas; the first one encrypts, all decrypt. Required when a platform is live. Make one with `openssl rand -base64 32`.',
  ),
  eventRetentionDays: declareStorage(
    'EVENTS_KEPT_DAYS',
    integer(1, 3650, 30),
    'How long events are kept for `event/list_events`, read or not. Whoever comes back later is told that some are missing.',
  ),
  leadPolling: declareStorage(
    'LEADS',
    optionalChoice(['on', 'off'], 'on while no platform is live'),
    'Whether the leads of linked accounts are read: what people fill in on lead forms. Then linking asks for the permissions that this needs, which your apps must have.',
  ),
  leadRetentionDays: declareStorage(
    'LEADS_KEPT_DAYS',
    integer(0, 365, 30),
    'How long the answers of leads are kept, encrypted; never longer than the platform gives them out. With 0 they are not stored: each is asked of the platform when somebody wants it.',
  ),
  pollsAccounts: declareStorage(
    'MIRROR',
    onOrOff('on'),
    'Whether all linked ad accounts are looked at now and then, for `campaign/list_campaigns`, `maxAgeSeconds` of reports and the event `campaign.status_changed`. It waits while more than half is used of what a platform allows, where that is known.',
  ),
  requestLimits: {
    requestsPerMinute: declareLimit(
      'RATE_LIMIT_PER_MINUTE',
      integer(1, maxRequests, 600),
      'Requests a minute for each API key, on the long run; over all processes on one PostgreSQL together.',
    ),
    burst: declareLimit(
      'RATE_LIMIT_BURST',
      integer(1, maxRequests, 100),
      'Requests an API key can send at once before the rate counts.',
    ),
    maxInFlightPerKey: declareLimit(
      'RATE_LIMIT_IN_FLIGHT',
      integer(1, maxConcurrent, 20),
      'Requests of one API key that are carried out at the same time, over all processes on one PostgreSQL; of these, one user has no more than stay free for the others.',
    ),
    workspaceRateInKeys: declareLimit(
      'RATE_LIMIT_WORKSPACE_KEYS',
      integer(1, maxConcurrent, 10),
      'Rate of a workspace, in API keys: all its keys together can send at most this many times `RATE_LIMIT_PER_MINUTE` and `RATE_LIMIT_BURST`. A workspace with more keys from the admin command line, or from before this limit existed, can send as much as those keys. Keys that other keys create add nothing.',
    ),
    maxInFlight: declareLimit(
      'MAX_IN_FLIGHT',
      integer(1, maxConcurrent, 500),
      'Requests of all keys at the same time; beyond it the process answers 503.',
    ),
  },
  unauthenticatedLimits: {
    perMinute: declareLimit(
      'KEYLESS_LIMIT_PER_MINUTE',
      integer(1, maxRequests, 600),
      'Requests a minute that need no API key (documents, pages of linking, unknown paths), for each address; 64 kB of a document count as one. The network of an address of IPv6 counts as one.',
    ),
    burst: declareLimit(
      'KEYLESS_LIMIT_BURST',
      integer(1, maxRequests, 200),
      'Such requests that an address can send at once before the rate counts.',
    ),
  },
  totalBodiesLimitBytes: declareLimit(
    'BODIES_LIMIT_BYTES',
    integer(1024, 1024 * 1024 * 1024, 8 * 1024 * 1024),
    'The bodies of all requests at the same time, together; beyond it the process answers 503. At least `BODY_LIMIT_BYTES`.',
  ),
  bodyLimitBytes: declareLimit(
    'BODY_LIMIT_BYTES',
    integer(1024, 16 * 1024 * 1024, 262_144),
    'The largest body. search/create_search_campaign accepts 2 MiB, enough for 10,000 keywords, unless `BODIES_LIMIT_BYTES` is less.',
  ),
  headersTimeoutMs: declareLimit(
    'HEADERS_TIMEOUT_MS',
    integer(10, maxTimeoutMs, 10_000),
    'How long the headers of a request may take to arrive.',
  ),
  requestTimeoutMs: declareLimit(
    'REQUEST_TIMEOUT_MS',
    integer(10, maxTimeoutMs, 30_000),
    'How long a whole request may take to arrive.',
  ),
  drainMs: declareLimit(
    'DRAIN_MS',
    integer(0, maxTimeoutMs, 500),
    'How long a process that is told to stop still takes requests while `/readyz` answers 503; as long as your load balancer needs to notice.',
  ),
  shutdownTimeoutMs: declareLimit(
    'SHUTDOWN_TIMEOUT_MS',
    integer(0, maxTimeoutMs, 25_000),
    'How long requests that are under way, and writes that go on after their answer, may then take before they are cut off.',
  ),
  sandboxPort: declareSandbox(
    'SANDBOX_PORT',
    port(8081),
    'Where the embedded sandbox listens; 0 takes any free port.',
  ),
  sandboxHost: declareSandbox(
    'SANDBOX_HOST',
    listeningAddress,
    'The address on which the embedded sandbox listens. Everybody who reaches it can use the emulated platforms; its page and its admin surface answer this machine alone. Never put a proxy in front of it.',
  ),
  sandboxUrl: declareSandbox(
    'SANDBOX_URL',
    url(),
    'A sandbox that runs elsewhere (`npm run sandbox`), so that several processes share it; then none is embedded.',
  ),
  sandboxVariationSeed: declareSandbox(
    'SANDBOX_VARIATION',
    optionalText('', 'seed'),
    'A seed with which the responses of the embedded sandbox vary as live responses do.',
  ),
  demo: declareSandbox(
    'ADRAIL_DEMO',
    optionalChoice(['on', 'off'], 'on while no platform is live'),
    'Makes a demo workspace with a key and users on the first start and writes them to `demo.json` in `DATA_DIR`.',
  ),
  webhookLocalPorts: declareSandbox(
    'WEBHOOK_LOCAL_PORTS',
    portsOrAll,
    "Ports of the service's own machine at which every workspace can receive webhooks, over http too, while no platform is live. The demo workspace can receive at all ports without this setting while `HOST` is a loopback address. Name only ports of receivers: anyone who may create endpoints can send requests to them.",
  ),
  platforms: platformVariables,
} as const satisfies Variables

/** All variables in the order of their declaration. */
export function listVariables(tree: Variables = variables): Variable<unknown>[] {
  return Object.values(tree).flatMap((entry) => (isVariable(entry) ? [entry] : listVariables(entry)))
}
