// Runs the proxies that `deploy/` has examples for. The tests replace only addresses, names and certificates
// in the examples.

import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface Proxy {
  readonly name: string
  /**
   * The `DRAIN_MS` setting that the example recommends, during which a stopping service reports that it is
   * not ready.
   */
  readonly drainMs: string
  /**
   * The time until the proxy notices that a process is back. docs/deploying.md recommends waiting this long.
   */
  readonly noticeMs: number
  isInstalled(): boolean
  /** Starts the proxy in front of the services on these ports. The proxy serves TLS on `port`. */
  start(folder: string, port: number, services: readonly [number, number]): ChildProcess
}

const deploy = fileURLToPath(new URL('../../deploy/', import.meta.url))

export const nginx: Proxy = {
  name: 'nginx',
  drainMs: '500',
  noticeMs: 0,
  isInstalled: () => isProgram('nginx', '-v'),
  start(folder, port, [first, second]) {
    const certificate = join(folder, 'adrail.crt')
    const key = join(folder, 'adrail.key')
    execFileSync(
      'openssl',
      `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost -keyout ${key} -out ${certificate}`.split(
        ' ',
      ),
      { stdio: 'ignore' },
    )
    const example = renderExample('nginx/adrail.conf', {
      '127.0.0.1:8080': `127.0.0.1:${first}`,
      '127.0.0.1:8082': `127.0.0.1:${second}`,
      'listen 443': `listen 127.0.0.1:${port}`,
      'listen 80;': `listen unix:${join(folder, 'plain.sock')};`,
      'ads.example.com': 'localhost',
      '/etc/ssl/adrail.crt': certificate,
      '/etc/ssl/adrail.key': key,
      '/var/log/nginx/adrail.log': join(folder, 'access.log'),
      '/var/log/nginx/adrail.error.log': join(folder, 'error.log'),
    })
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    const file = join(folder, 'nginx.conf')
    writeFileSync(
      file,
      `daemon off; pid ${folder}/nginx.pid; error_log stderr;
events { worker_connections 4096; }
http { access_log off; ${paths.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
${example}}\n`,
    )
    return spawn('nginx', ['-p', folder, '-c', file], { stdio: ['ignore', 'ignore', 'inherit'] })
  },
}

const caddy: Proxy = {
  name: 'Caddy',
  drainMs: '5000',
  noticeMs: 5_000,
  isInstalled: () => isProgram('caddy', 'version'),
  start(folder, port, services) {
    // These options give the proxy a separate port for plain HTTP, turn off its admin API, and keep its
    // certificate out of the machine's trust store.
    const file = join(folder, 'Caddyfile')
    const globalOptions = `{\n\tlog {\n\t\tlevel ERROR\n\t}\n\thttp_port ${port + 1}\n\tadmin off\n\tskip_install_trust\n}\n`
    writeFileSync(file, `${globalOptions}${readFileSync(join(deploy, 'caddy/Caddyfile'), 'utf8')}`)
    mkdirSync(join(folder, 'home'), { recursive: true })
    return spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        PATH: process.env['PATH'],
        HOME: join(folder, 'home'),
        PUBLIC_URL: `https://localhost:${port}`,
        ADRAIL_SERVICES: services.map((servicePort) => `127.0.0.1:${servicePort}`).join(' '),
      },
    })
  },
}

export const proxies: readonly Proxy[] = [nginx, caddy]

/** Returns an example with its values replaced. Every replaced value must occur in the example. */
function renderExample(path: string, replacements: Readonly<Record<string, string>>): string {
  let text = readFileSync(join(deploy, path), 'utf8')
  for (const [original, replacement] of Object.entries(replacements)) {
    if (!text.includes(original)) throw new Error(`deploy/${path} has no "${original}".`)
    text = text.replaceAll(original, replacement)
  }
  return text
}

function isProgram(name: string, ...args: string[]): boolean {
  return spawnSync(name, args, { stdio: 'ignore' }).status === 0
}

export async function stopProxy(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}
