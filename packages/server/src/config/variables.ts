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
  port: declareServing('PORT', port(8080), 'Port of the service. 0 selects a free port.'),
  host: declareServing(
    'HOST',
    listeningAddress,
    'Address on which the service listens. `0.0.0.0` means all addresses. Run a TLS-terminating proxy in front of the service.',
  ),
  role: declareServing(
    'ADRAIL_ROLE',
    choice(['all', 'api', 'worker'], 'all'),
    'Role of this process. `api` serves requests and does no background work. `worker` does background work, and serves only `/healthz` and `/readyz`. `all` serves requests and does background work. Background work resumes interrupted writes, refreshes tokens, sends events, and reads leads and accounts. `api` and `worker` require `DATABASE_URL`, and a deployment needs at least one process of each.',
  ),
  publicUrl: declareServing(
    'PUBLIC_URL',
    url('', 'the address on which the service listens'),
    'URL at which users reach the service. Links and callbacks begin with this URL. Must be https while a platform is live.',
  ),
  trustedProxies: declareServing(
    'TRUSTED_PROXIES',
    networks,
    'Comma-separated addresses of your own proxies, or networks such as `10.0.0.0/8`. adrail trusts `X-Forwarded-For` only from these proxies. adrail takes the rightmost address in this header that is not a trusted proxy as the client address. Rate limits per address use the client address.',
  ),
  metricsPort: declareServing(
    'METRICS_PORT',
    portOrOff(9464),
    'Port on which adrail serves metrics for Prometheus at `/metrics`. 0 selects a free port.',
  ),
  metricsHost: declareServing(
    'METRICS_HOST',
    listeningAddress,
    'Address on which adrail serves metrics. The metrics contain no secrets and no personal data. Still, allow only your Prometheus to reach this address. On a loopback address, adrail accepts only requests whose host is `localhost` or a loopback address.',
  ),
  logLevel: declareServing(
    'LOG_LEVEL',
    choice(['debug', 'info', 'warn', 'error', 'silent'], 'info'),
    'Lowest level of the log, which adrail writes as JSON lines to standard output. At `info`, adrail logs one line per request.',
  ),
  logAddresses: declareServing(
    'LOG_ADDRESSES',
    choice(['refused', 'all'], 'refused'),
    'Which request lines contain the full client address: only lines of refused requests (4xx) with `refused`, or all lines with `all`. Lines about sign-ins, sign-outs and wrong keys always contain the address. Behind a proxy, set `TRUSTED_PROXIES`.',
  ),
  dataDir: declareStorage(
    'DATA_DIR',
    optionalText('./data', 'folder'),
    'Folder for the embedded database, generated keys, demo credentials and sandbox state.',
  ),
  databaseUrl: declareStorage(
    'DATABASE_URL',
    postgresUrl,
    'URL of a PostgreSQL database, `postgresql://…`, which any number of processes can share. A request waits two seconds for a connection to each host, or `connect_timeout` seconds if the URL sets this value. The URL can list several hosts, with `target_session_attrs`. Behind PgBouncer, add `pgbouncer=true` (docs/running.md explains both). Without this variable, adrail uses a SQLite file in `DATA_DIR`, for one process.',
  ),
  encryptionKeys: declareStorage(
    'ENCRYPTION_KEYS',
    encryptionKeys('generated in `DATA_DIR`'),
    'Comma-separated keys of 32 bytes in base64, each with a short id. adrail encrypts with the first key and decrypts with all keys. Required while a platform is live. To create a key, run `openssl rand -base64 32`.',
  ),
  eventRetentionDays: declareStorage(
    'EVENTS_KEPT_DAYS',
    integer(1, 3650, 30),
    'Number of days for which adrail keeps events for `event/list_events`. A caller with an older cursor receives the error `CURSOR_EXPIRED`.',
  ),
  imageQuotaBytes: declareStorage(
    'IMAGE_QUOTA_BYTES',
    integer(0, 1024 ** 4, 500 * 1024 * 1024),
    'How many bytes of uploaded images a workspace can store (`media/upload_image`). adrail deletes an image 30 days after its latest use. With 0, adrail stores no images.',
  ),
  leadPolling: declareStorage(
    'LEADS',
    optionalChoice(['on', 'off'], 'on while no platform is live'),
    'Whether adrail reads the leads of linked accounts, which are the answers that people enter in lead forms. If `on`, adrail requests the required permissions during linking. Your apps must have these permissions.',
  ),
  leadRetentionDays: declareStorage(
    'LEADS_KEPT_DAYS',
    integer(0, 365, 30),
    'Number of days for which adrail keeps the encrypted answers of leads, never longer than the platform keeps them. With 0, adrail does not store answers and reads each lead from the platform on request.',
  ),
  pollsAccounts: declareStorage(
    'MIRROR',
    onOrOff('on'),
    'Whether adrail polls all linked ad accounts. `campaign/list_campaigns`, `maxAgeSeconds` of reports and the event `campaign.status_changed` require the polling. adrail pauses the polling while more than half of a known platform quota is used.',
  ),
  requestLimits: {
    requestsPerMinute: declareLimit(
      'RATE_LIMIT_PER_MINUTE',
      integer(1, maxRequests, 600),
      'Sustained requests per minute for each API key, across all processes that share a database.',
    ),
    burst: declareLimit(
      'RATE_LIMIT_BURST',
      integer(1, maxRequests, 100),
      'Requests that one API key can send in a burst before the rate applies.',
    ),
    maxInFlightPerKey: declareLimit(
      'RATE_LIMIT_IN_FLIGHT',
      integer(1, maxConcurrent, 20),
      'Maximum concurrent requests for each API key, across all processes that share a database. One user can use at most as many of these requests as remain free for other users: half of them if no other user is active.',
    ),
    workspaceRateInKeys: declareLimit(
      'RATE_LIMIT_WORKSPACE_KEYS',
      integer(1, maxConcurrent, 10),
      'Rate limit of a workspace, as a multiple of the limit for one API key. For all keys of a workspace together, `RATE_LIMIT_PER_MINUTE` and `RATE_LIMIT_BURST` are multiplied by this number. If the admin command line or a release without this limit created more keys, their number applies instead. Keys that other keys create do not raise the limit.',
    ),
    maxInFlight: declareLimit(
      'MAX_IN_FLIGHT',
      integer(1, maxConcurrent, 500),
      'Maximum concurrent requests of all keys in one process. Beyond that, the process returns 503.',
    ),
  },
  unauthenticatedLimits: {
    perMinute: declareLimit(
      'KEYLESS_LIMIT_PER_MINUTE',
      integer(1, maxRequests, 600),
      'Requests per minute that one IP address can send without an API key, such as requests for documents, link pages and unknown paths. Each 64 kB of a document counts as one request. An IPv6 network counts as one address.',
    ),
    burst: declareLimit(
      'KEYLESS_LIMIT_BURST',
      integer(1, maxRequests, 200),
      'Requests without an API key that one IP address can send in a burst before the rate applies.',
    ),
  },
  totalBodiesLimitBytes: declareLimit(
    'BODIES_LIMIT_BYTES',
    integer(1024, 1024 * 1024 * 1024, 8 * 1024 * 1024),
    'Maximum total size of the bodies of all concurrent requests. Beyond that, the process returns 503. Must be at least `BODY_LIMIT_BYTES`.',
  ),
  bodyLimitBytes: declareLimit(
    'BODY_LIMIT_BYTES',
    integer(1024, 16 * 1024 * 1024, 262_144),
    'Maximum size of one body. search/create_search_campaign accepts 2 MiB, enough for 10,000 keywords, unless `BODIES_LIMIT_BYTES` is smaller.',
  ),
  totalUploadsLimitBytes: declareLimit(
    'UPLOADS_LIMIT_BYTES',
    integer(10 * 1024 * 1024, 1024 * 1024 * 1024, 32 * 1024 * 1024),
    'The bytes of all uploads that a process receives at the same time. Beyond this limit, adrail returns 503. An image has at most 10 MB.',
  ),
  headersTimeoutMs: declareLimit(
    'HEADERS_TIMEOUT_MS',
    integer(10, maxTimeoutMs, 10_000),
    'Maximum time to receive the headers of a request.',
  ),
  requestTimeoutMs: declareLimit(
    'REQUEST_TIMEOUT_MS',
    integer(10, maxTimeoutMs, 30_000),
    'Maximum time to receive an entire request.',
  ),
  drainMs: declareLimit(
    'DRAIN_MS',
    integer(0, maxTimeoutMs, 500),
    'Time for which a stopping process still accepts requests while `/readyz` returns 503. Set it to the time that your load balancer needs to detect the 503.',
  ),
  shutdownTimeoutMs: declareLimit(
    'SHUTDOWN_TIMEOUT_MS',
    integer(0, maxTimeoutMs, 25_000),
    'Time after the drain for requests in progress, and for writes that continue after their response. After this time, adrail aborts them.',
  ),
  sandboxPort: declareSandbox(
    'SANDBOX_PORT',
    port(8081),
    'Port of the embedded sandbox. 0 selects a free port.',
  ),
  sandboxHost: declareSandbox(
    'SANDBOX_HOST',
    listeningAddress,
    'Address on which the embedded sandbox listens. Everyone who reaches this address can use the emulated platforms. The page and the admin API of the sandbox serve only this machine. Never run a proxy in front of the sandbox.',
  ),
  sandboxUrl: declareSandbox(
    'SANDBOX_URL',
    url(),
    'URL of a separate sandbox (`npm run sandbox`), which several processes can share. If set, adrail does not start the embedded sandbox.',
  ),
  sandboxVariationSeed: declareSandbox(
    'SANDBOX_VARIATION',
    optionalText('', 'seed'),
    'Seed with which the responses of the embedded sandbox vary as live responses vary.',
  ),
  demo: declareSandbox(
    'ADRAIL_DEMO',
    optionalChoice(['on', 'off'], 'on while no platform is live'),
    'Whether adrail creates a demo workspace with a key and users at the first start, and writes them to `demo.json` in `DATA_DIR`.',
  ),
  webhookLocalPorts: declareSandbox(
    'WEBHOOK_LOCAL_PORTS',
    portsOrAll,
    'Ports on the machine of the service at which any workspace can receive webhooks, including over http, while no platform is live. The demo workspace can use all ports without this setting while `HOST` is a loopback address. List only ports of receivers, because anyone who can create endpoints can send requests to these ports.',
  ),
  platforms: platformVariables,
} as const satisfies Variables

/** All variables in the order of their declaration. */
export function listVariables(tree: Variables = variables): Variable<unknown>[] {
  return Object.values(tree).flatMap((entry) => (isVariable(entry) ? [entry] : listVariables(entry)))
}
