// Parameters of a PostgreSQL URL that the driver does not read: several hosts, the required kind of session,
// and a pooler. https://www.postgresql.org/docs/15/libpq-connect.html#LIBPQ-CONNSTRING

/** The acceptable kinds of sessions. adrail can write in all of them. */
export type SessionTarget = (typeof sessionTargets)[number]
const sessionTargets = ['any', 'read-write', 'primary'] as const

export function readSetting(databaseUrl: string, name: string): string | undefined {
  const [, settings] = databaseUrl.split('?')
  return new URLSearchParams(settings).get(name) ?? undefined
}

/** Returns the URL without the settings of these names. */
export function withoutSettings(databaseUrl: string, names: readonly string[]): string {
  return withSettings(databaseUrl, Object.fromEntries(names.map((name) => [name, undefined])))
}

export function readSessionTarget(databaseUrl: string): SessionTarget {
  const requested = readSetting(databaseUrl, 'target_session_attrs')
  return sessionTargets.find((target) => target === requested) ?? 'any'
}

/** Whether transactions share the server's sessions, as PgBouncer's `pool_mode = transaction` does. */
export function hasPooler(databaseUrl: string): boolean {
  return readSetting(databaseUrl, 'pgbouncer') === 'true'
}

/** Returns one URL per host, in order. A URL with one host is returned unchanged. */
export function hostUrls(databaseUrl: string): readonly [string, ...string[]] {
  const { scheme, user, hosts, remainder } = splitUrl(databaseUrl)
  const [namedHosts = [], ports = []] = ['host', 'port'].map((name) =>
    readSetting(databaseUrl, name)?.split(','),
  )
  // Settings take precedence over the authority of the URL.
  if (namedHosts.length > 1)
    return requireNonEmpty(
      namedHosts.map((host, index) => {
        const port = ports.length > 1 ? ports[index] : ports[0]
        return withSettings(`${scheme}${user}${remainder}`, { host, port })
      }),
    )
  if (hosts.length > 1) return requireNonEmpty(hosts.map((host) => `${scheme}${user}${host}${remainder}`))
  return [databaseUrl]
}

/** Returns `host:port/database` of each host, without user and password. */
export function listDatabases(databaseUrl: string): string[] {
  return hostUrls(databaseUrl).map((url) => {
    const { host, pathname } = new URL(url.replace('@/', '@localhost/'))
    const port = readSetting(url, 'port')
    return `${readSetting(url, 'host') ?? host}${port === undefined ? '' : `:${port}`}${pathname}`
  })
}

/**
 * Describes what is wrong with the URL, as a text that follows the name of its variable. The URL contains a
 * password, so the text does not repeat it.
 */
export function findUrlProblem(databaseUrl: string): string | undefined {
  const requested = readSetting(databaseUrl, 'target_session_attrs')
  if (requested !== undefined && !sessionTargets.some((target) => target === requested))
    return `must have a target_session_attrs on which adrail can write (${sessionTargets.join(', ')}), not "${requested}".`
  const [hosts, ports] = ['host', 'port'].map(
    (name) => readSetting(databaseUrl, name)?.split(',').length ?? 1,
  )
  if (ports !== 1 && ports !== hosts) return 'must have one port for all hosts, or one for each of them.'
  // The driver accepts a URL without a host.
  const isUrl = (url: string) => URL.canParse(url) || URL.canParse(url.replace('@/', '@localhost/'))
  return hostUrls(databaseUrl).every(isUrl)
    ? undefined
    : 'must be a PostgreSQL URL, postgresql://user:password@host:port/database; encode special characters in the password with %.'
}

function splitUrl(databaseUrl: string) {
  const [, scheme = '', authority = '', remainder = ''] =
    /^([a-z]+:\/\/)([^/?#]*)(.*)$/is.exec(databaseUrl) ?? []
  const at = authority.lastIndexOf('@') + 1
  return { scheme, user: authority.slice(0, at), hosts: authority.slice(at).split(','), remainder }
}

function withSettings(databaseUrl: string, changes: Readonly<Record<string, string | undefined>>): string {
  const [base = '', settings] = databaseUrl.split('?')
  const parameters = new URLSearchParams(settings)
  for (const [name, value] of Object.entries(changes))
    if (value === undefined) parameters.delete(name)
    else parameters.set(name, value)
  return parameters.size === 0 ? base : `${base}?${parameters}`
}

function requireNonEmpty([first = '', ...others]: readonly string[]): readonly [string, ...string[]] {
  return [first, ...others]
}
