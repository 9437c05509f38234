// Measures other processes from outside: the latency of their responses, and their processor time and memory.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Pool } from 'undici'
import { pinCommand } from './pinning.ts'

/** A measured process. */
export interface Target {
  readonly name: string
  readonly url: string
  readonly pid: number
  stop(): Promise<void>
}

export interface Request {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly expectedStatus: number
}

export interface Sample {
  readonly cpuMicros: number
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
  readonly rssMiB: number
}

/**
 * Sends requests on some connections for a time. A wrong status ends the run, because it measures something
 * else.
 */
export async function measure(
  target: Target,
  nextRequest: (count: number) => Request,
  options: { readonly durationMs: number; readonly connections: number },
): Promise<Sample> {
  const pool = new Pool(target.url, { connections: options.connections, pipelining: 1 })
  const latencies: number[] = []
  let count = 0
  const cpuMicrosBefore = readCpuMicros(target.pid)
  const startedAt = performance.now()
  const runClient = async () => {
    while (performance.now() - startedAt < options.durationMs) {
      const request = nextRequest(count++)
      const sentAt = performance.now()
      const status = await sendRequest(pool, request)
      latencies.push(performance.now() - sentAt)
      if (status !== request.expectedStatus)
        throw new Error(
          `${target.name} answered ${request.path} with ${status} instead of ${request.expectedStatus}.`,
        )
    }
  }
  await Promise.all(Array.from({ length: options.connections }, runClient))
  const seconds = (performance.now() - startedAt) / 1000
  const cpuMicros = readCpuMicros(target.pid) - cpuMicrosBefore
  await pool.close()
  latencies.sort((a, b) => a - b)
  return {
    cpuMicros: cpuMicros / latencies.length,
    perSecond: latencies.length / seconds,
    p50Ms: quantile(latencies, 0.5),
    p99Ms: quantile(latencies, 0.99),
    maxMs: latencies.at(-1) ?? Number.NaN,
    rssMiB: readRssMiB(target.pid),
  }
}

/** Sends a request with minimal overhead, so that the load generator does not become the bottleneck. */
function sendRequest(pool: Pool, { path, headers, body }: Request): Promise<number> {
  return new Promise((resolve, reject) => {
    let status = 0
    pool.dispatch(
      { method: 'POST', path, headers, body },
      {
        onRequestStart: () => {},
        onResponseStart: (_controller, statusCode) => {
          status = statusCode
        },
        onResponseData: () => {},
        onResponseEnd: () => resolve(status),
        onResponseError: (_controller, error) => reject(error),
      },
    )
  })
}

export function quantile(sortedValues: readonly number[], fraction: number): number {
  return (
    sortedValues[Math.min(sortedValues.length - 1, Math.floor(sortedValues.length * fraction))] ?? Number.NaN
  )
}

/** Returns the processor time of all threads of a process. The kernel counts it in nanoseconds. */
export function readCpuMicros(pid: number): number {
  const threads = `/proc/${pid}/task`
  let nanos = 0
  for (const thread of readdirSync(threads))
    nanos += Number(readFileSync(`${threads}/${thread}/schedstat`, 'utf8').split(' ')[0])
  return nanos / 1000
}

export function readRssMiB(pid: number): number {
  const [, kibibytes = ''] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kibibytes) / 1024
}

/** Starts a program of the benchmark, which sends its port over its channel. */
export async function startProgram(name: string, file: string, ...args: string[]): Promise<Target> {
  const command = [process.execPath, [resolvePath(`./${file}`), ...args]] as const
  const isMeasured = name !== 'upstream' && name !== 'platform'
  const [program, programArguments] = isMeasured ? pinCommand(...command) : command
  const child = spawn(program, programArguments, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const [port] = await once(child, 'message')
  return toTarget(name, `http://127.0.0.1:${port}`, child)
}

export interface Service extends Target {
  readonly dataDir: string
  readonly apiKey: string
}

/** Starts the service as an operator does, with high rate limits. */
export async function startService(
  options: { readonly dataDir?: string; readonly environment?: Readonly<Record<string, string>> } = {},
): Promise<Service> {
  const dataDir = options.dataDir ?? createTempFolder()
  const child = spawn(
    ...pinCommand(process.execPath, [...getProfilingArguments(), ...readStartArguments()]),
    {
      cwd: resolvePath('..'),
      env: {
        PORT: '0',
        SANDBOX_PORT: '0',
        METRICS_PORT: '0',
        DATA_DIR: dataDir,
        RATE_LIMIT_PER_MINUTE: '10000000',
        RATE_LIMIT_BURST: '10000000',
        RATE_LIMIT_IN_FLIGHT: '10000',
        ...options.environment,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  const startMatch = await waitForOutput(child, /adrail serves at (\S+)[\s\S]*kept in (\S+demo\.json)/)
  const target = toTarget('service', startMatch[1] ?? '', child)
  return {
    ...target,
    dataDir,
    apiKey: JSON.parse(readFileSync(startMatch[2] ?? '', 'utf8')).apiKey,
    async stop() {
      await target.stop()
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export function createTempFolder(): string {
  return mkdtempSync(join(tmpdir(), 'adrail-bench-'))
}

/** Returns the arguments of `npm start`, including the engine settings. */
function readStartArguments(): string[] {
  const { scripts } = JSON.parse(readFileSync(resolvePath('../package.json'), 'utf8'))
  return scripts.start.split(' ').slice(1)
}

/** With `BENCH_PROFILE=<folder>`, every service writes a processor profile to the folder. */
function getProfilingArguments(): string[] {
  const folder = process.env['BENCH_PROFILE']
  return folder ? ['--cpu-prof', `--cpu-prof-dir=${folder}`] : []
}

function waitForOutput(child: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    let stderrText = ''
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      stderrText += text
      const match = pattern.exec(stderrText)
      if (match) resolve(match)
    })
    child.once('exit', () => reject(new Error(`The service did not start:\n${stderrText}`)))
  })
}

function toTarget(name: string, url: string, child: ChildProcess): Target {
  return {
    name,
    url: url.replace('localhost', '127.0.0.1'),
    pid: child.pid ?? 0,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

function resolvePath(file: string): string {
  return fileURLToPath(new URL(file, import.meta.url))
}
