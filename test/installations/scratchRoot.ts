// A scratch root for a test contains the system's programs, read-only, and is otherwise empty. Commands run
// in the root as on a new machine, with a separate network, so that documented ports are free. Nothing is
// left on the machine.

import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { newFolder } from '@adrail/server/testing/folders'
import { expect, onTestFinished } from 'vitest'

export const repository = fileURLToPath(new URL('../..', import.meta.url))

/** Returns whether mount and network namespaces work on this machine. Throws in CI when they do not work. */
export function hasScratchRoots(): boolean {
  const { status, stderr } = spawnSync('unshare', ['--mount', '--net', 'true'], { encoding: 'utf8' })
  if (status === 0) return true
  if (process.env['CI']) throw new Error(`The suite must run with mount namespaces in CI: ${stderr}`)
  console.warn(`\n*** SKIPPED with scratch roots, which only root can create: ${stderr} ***\n`)
  return false
}

export interface RunOptions {
  /** Uses the network of the machine, for installations. */
  readonly online?: boolean
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  /** User and group, by name or number. Defaults to root. */
  readonly user?: readonly [user: string, group: string]
  /** Makes everything read-only except these folders, with an empty `/tmp`. */
  readonly writable?: readonly string[]
}

/** System programs need these files. */
const systemFiles = ['alternatives', 'ca-certificates.conf', 'group', 'gshadow', 'hosts', 'ld.so.cache']
const moreSystemFiles = ['login.defs', 'nsswitch.conf', 'passwd', 'resolv.conf', 'shadow', 'ssl']
/** The settings with which npm reaches its registry from this machine. */
const npmSettings = readNpmSettings()

function readNpmSettings() {
  const text = execFileSync('npm', ['config', 'list', '--json', '--loglevel=error'], {
    encoding: 'utf8',
    env: { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1' },
  })
  const { cache, cafile, registry } = JSON.parse(text) as Record<string, string>
  return {
    cache: cache ?? '',
    env: { npm_config_registry: registry ?? '', ...(cafile ? { npm_config_cafile: cafile } : {}) },
  }
}

/** Runs the machine's npm on the Node that runs the tests. */
const npmScript = 'exec /srv/node/node /srv/npm/bin/npm-cli.js "$@"'
const searchPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

export class ScratchRoot {
  readonly folder = newFolder('adrail-root-', 'disk')
  readonly #holder: ChildProcess

  private constructor(programs: Readonly<Record<string, string>>) {
    // Users other than root read the folder too.
    chmodSync(this.folder, 0o755)
    const rootFolders = [
      'dev',
      'etc',
      'home',
      'mnt',
      'opt',
      'proc',
      'root',
      'run',
      'srv',
      'tmp',
      'usr',
      'var',
    ]
    for (const name of rootFolders) mkdirSync(join(this.folder, name))
    for (const name of ['bin', 'lib', 'lib64', 'sbin'])
      if (existsSync(`/${name}`)) symlinkSync(`usr/${name}`, join(this.folder, name))
    for (const name of [...systemFiles, ...moreSystemFiles])
      if (existsSync(`/etc/${name}`))
        cpSync(`/etc/${name}`, join(this.folder, 'etc', name), { recursive: true, verbatimSymlinks: true })
    mkdirSync(join(this.folder, 'mnt/local/bin'), { recursive: true })
    for (const [name, text] of Object.entries({ npm: npmScript, ...programs }))
      writeFileSync(join(this.folder, 'mnt/local/bin', name), `#!/bin/sh\n${text}\n`, { mode: 0o755 })
    this.#holder = spawn('unshare', ['--mount', '--net', 'sh', '-c', 'exec cat'], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
  }

  /** Creates a root that contains npm and these programs, which are shell scripts by name. */
  static async create(programs: Readonly<Record<string, string>> = {}): Promise<ScratchRoot> {
    const root = new ScratchRoot(programs)
    await root.#mount()
    return root
  }

  async #mount(): Promise<void> {
    // The holder process ends with its standard input, so nothing is left when this process is killed.
    onTestFinished(async () => {
      this.#holder.stdin?.end()
      if (this.#holder.exitCode === null) await once(this.#holder, 'close')
    })
    this.#holder.stdin?.write('in the namespaces\n')
    if (this.#holder.stdout) await once(this.#holder.stdout, 'data')
    const script = `set -e
      mount --rbind /usr "$1/usr" && mount -o remount,bind,ro "$1/usr"
      mount --bind "$1/mnt/local" "$1/usr/local"
      mount --rbind /dev "$1/dev"
      mount -t proc proc "$1/proc" 2>/dev/null || mount --rbind /proc "$1/proc"
      ip link set lo up`
    this.#setUp(['sh', '-c', script, 'sh', this.folder])
    mkdirSync(npmSettings.cache, { recursive: true })
    this.bind(npmSettings.cache, 'root/.npm')
    const npmProgram = realpathSync(execFileSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).trim())
    this.bind(join(npmProgram, '../..'), 'srv/npm')
    this.bind(dirname(process.execPath), 'srv/node')
  }

  #namespaces(online: boolean): string[] {
    const namespacePath = (kind: string) => `/proc/${this.#holder.pid}/ns/${kind}`
    return [`--mount=${namespacePath('mnt')}`, ...(online ? [] : [`--net=${namespacePath('net')}`])]
  }

  /** Mounts a folder of the machine into the root. */
  bind(source: string, target: string): void {
    mkdirSync(join(this.folder, target), { recursive: true })
    this.#setUp(['mount', '--bind', source, join(this.folder, target)])
  }

  #setUp(command: readonly string[]): void {
    execFileSync('nsenter', [...this.#namespaces(false), ...command], { stdio: 'inherit' })
  }

  /** Runs a command to its end. Throws its output when the command fails. */
  async run(command: readonly string[], options: RunOptions = {}): Promise<string> {
    const child = this.start(command, options)
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    const [code] = await once(child, 'close')
    if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}:\n${output}`)
    return output
  }

  /** Returns the HTTP status of a page that a process in the root serves. */
  async fetchStatus(url: string): Promise<number> {
    return Number(await this.run(['curl', '-s', '-o', '/dev/null', '-w', '%{http_code}', url]))
  }

  /** Starts a command. Signals reach the command directly. */
  start(command: readonly string[], options: RunOptions = {}): ChildProcess {
    const { online = false, cwd = '/', env = {}, user, writable } = options
    const readOnly = `
      mount --rbind "$root" "$root" && mount -o remount,bind,ro "$root"
      mount -t tmpfs tmpfs "$root/tmp"
      for each in ${writable?.join(' ') ?? ''}; do
        mount --bind "$root$each" "$root$each" && mount -o remount,bind,rw "$root$each"
      done`
    const setup = `set -e; root=$1; shift\n${writable ? readOnly : ''}\nexec chroot "$root" "$@"`
    const userArgs = user
      ? ['setpriv', '--reuid', user[0], '--regid', user[1], '--clear-groups', '--no-new-privs']
      : []
    const defaultEnv = { PATH: searchPath, HOME: '/root', ...(online ? npmSettings.env : {}) }
    const envArgs = Object.entries({ ...defaultEnv, ...env }).map(([name, value]) => `${name}=${value}`)
    return spawn(
      'nsenter',
      [
        ...this.#namespaces(online),
        ...['unshare', '--mount', 'sh', '-c', setup, 'sh', this.folder],
        ...[...userArgs, 'env', '-i', `--chdir=${cwd}`, ...envArgs, ...command],
      ],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    )
  }
}

/** Waits until a process has written matching output, and kills the process after the test. */
export async function waitUntilReady(child: ChildProcess, ready: RegExp): Promise<ChildProcess> {
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  onTestFinished(async () => {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'close')
  })
  await expect.poll(() => child.exitCode !== null || ready.test(output)).toBe(true)
  expect(output).toMatch(ready)
  expect(output).not.toContain('The console is not built')
  return child
}

/** Stops a process as a supervisor does. Returns its exit code. */
export async function stop(child: ChildProcess): Promise<unknown> {
  child.kill('SIGTERM')
  const [code] = await once(child, 'exit')
  return code
}

/**
 * Commits the working copy of the repository, including uncommitted changes, under tags that `git clone`
 * finds.
 */
export async function snapshotRepository(target: string, ...tags: readonly string[]): Promise<void> {
  const gitOptions = ['-c', 'safe.directory=*', '-c', 'user.name=test', '-c', 'user.email=test@example.com']
  const listArgs = ['ls-files', '--cached', '--others', '--exclude-standard', '-z']
  const names = execFileSync('git', [...gitOptions, ...listArgs], {
    cwd: repository,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  for (const name of names.split('\0'))
    if (name !== '' && existsSync(join(repository, name))) cpSync(join(repository, name), join(target, name))
  const commands = [
    ['init', '--quiet'],
    ['add', '--all'],
    ['commit', '--quiet', '--message', 'as it lies here'],
  ]
  for (const command of [...commands, ...tags.map((tag) => ['tag', tag])])
    execFileSync('git', [...gitOptions, ...command], { cwd: target })
}
