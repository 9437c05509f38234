// Creates a network namespace for a process under test, connected to this machine by a veth pair. nftables
// drops packets only inside the namespace, so other processes are not affected.

import { spawn, spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { installPackages } from '../debianPackages.ts'

export interface PacketRules {
  readonly input?: readonly string[]
  readonly output?: readonly string[]
}

interface NetworkNamespace {
  /** The address of the namespace, as seen from this machine. */
  readonly insideAddress: string
  /** The address of this machine, as seen from the namespace. */
  readonly outsideAddress: string
  /** The command line prefix that runs a command in the namespace. */
  readonly commandPrefix: readonly string[]
  /** Replaces all rules of nftables in the namespace. */
  filter(rules: PacketRules): void
  remove(): Promise<void>
}

/**
 * Returns whether network namespaces and nftables work on this machine. Throws in CI when they do not work.
 */
export async function hasNetworkNamespaces(): Promise<boolean> {
  const reason = await findObstacle()
  if (reason === undefined) return true
  if (process.env['CI']) throw new Error(`The suite must run with network namespaces in CI: ${reason}.`)
  console.warn(`\n*** SKIPPED with network namespaces: ${reason}. ***\n`)
  return false
}

async function findObstacle(): Promise<string | undefined> {
  if (process.getuid?.() !== 0) return 'only root can create them'
  if (listMissingPackages().length > 0) installPackages(...listMissingPackages())
  if (listMissingPackages().length > 0) return `the packages ${listMissingPackages().join(', ')} are missing`
  try {
    const namespace = await createNetworkNamespace()
    namespace.filter({ output: [buildPacketLossRule(5)] })
    await namespace.remove()
    return undefined
  } catch (error) {
    return String(error)
  }
}

const packages = { iproute2: ['ip', '-V'], nftables: ['nft', '-v'], 'util-linux': ['nsenter', '-V'] } as const

function listMissingPackages(): string[] {
  return Object.entries(packages).flatMap(([name, [command, flag]]) =>
    spawnSync(command, [flag], { env: envWithSystemPath }).status === 0 ? [] : [name],
  )
}

const envWithSystemPath = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin:/sbin` }

/** Drops this percentage of TCP packets. The `netem` of `tc` is missing in some kernels. */
export function buildPacketLossRule(percent: number): string {
  return `meta l4proto tcp numgen random mod 100 < ${percent} drop`
}

export async function createNetworkNamespace(): Promise<NetworkNamespace> {
  const holder = await startHolder()
  const hostDevice = `adrail${randomInt(2 ** 30).toString(36)}`
  const commandPrefix = ['nsenter', `--net=/proc/${holder.pid}/ns/net`] as const
  const runInside = (command: readonly string[], input?: string) => run([...commandPrefix, ...command], input)
  // These four addresses are from the range for benchmarks, which no one routes: RFC 2544.
  const network = `198.${18 + randomInt(2)}.${randomInt(256)}`
  const firstAddress = 4 * randomInt(64)
  const [outsideAddress, insideAddress] = [`${network}.${firstAddress + 1}`, `${network}.${firstAddress + 2}`]
  try {
    run(['ip', 'link', 'add', hostDevice, 'type', 'veth', 'peer', 'name', 'far', 'netns', String(holder.pid)])
    run(['ip', 'addr', 'add', `${outsideAddress}/30`, 'dev', hostDevice])
    run(['ip', 'link', 'set', hostDevice, 'up'])
    runInside(['ip', 'addr', 'add', `${insideAddress}/30`, 'dev', 'far'])
    for (const device of ['far', 'lo']) runInside(['ip', 'link', 'set', device, 'up'])
    // A connection on which nothing arrives fails after some seconds instead of a quarter of an hour.
    runInside(['sh', '-c', 'echo 2 > /proc/sys/net/ipv4/tcp_retries2'])
  } catch (error) {
    await holder.end()
    throw error
  }
  return {
    insideAddress,
    outsideAddress,
    commandPrefix,
    filter({ input = [], output = [] }) {
      const chain = (hook: string, rules: readonly string[]) =>
        [`chain ${hook} {`, `type filter hook ${hook} priority 0; policy accept;`, ...rules, '}'].join('\n')
      const chains = [chain('input', input), chain('output', output)].join('\n')
      runInside(['nft', '-f', '-'], `flush ruleset\ntable inet partition {\n${chains}\n}\n`)
    },
    async remove() {
      // The kernel would remove both ends with the namespace, but some time later.
      run(['ip', 'link', 'delete', hostDevice])
      await holder.end()
    },
  }
}

/**
 * Starts the first process of the namespace, which the kernel removes with its last process. The first
 * process is a `cat` that ends with its standard input, so nothing is left when this process is killed.
 */
async function startHolder(): Promise<{ readonly pid: number; end(): Promise<void> }> {
  const holder = spawn('unshare', ['--net', 'cat'], { env: envWithSystemPath })
  const exit = once(holder, 'close')
  let reason = ''
  holder.stderr.on('data', (text) => {
    reason += text
  })
  holder.stdin.on('error', () => {})
  holder.stdin.write('in the namespace\n')
  const endedEarly = exit.then(() => {
    throw new Error(`unshare: ${reason}`)
  })
  await Promise.race([once(holder.stdout, 'data'), endedEarly])
  endedEarly.catch(() => {})
  return {
    pid: holder.pid ?? 0,
    async end() {
      holder.stdin.end()
      await exit
    },
  }
}

function run([command, ...args]: readonly [string, ...string[]], input = ''): void {
  const { status, stderr } = spawnSync(command, args, { input, encoding: 'utf8', env: envWithSystemPath })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`)
}
