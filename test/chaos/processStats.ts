// Measures a process from outside: its memory, its handles, and its heap after a full garbage collection,
// which the debugger port reports.

import { once } from 'node:events'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import type { SpawnedProcess } from '@adrail/server/testing'

/** The environment of a process with a readable heap. The first flag equals that of `npm start`. */
export const inspectableEnv = { NODE_OPTIONS: '--max-semi-space-size=16 --inspect=127.0.0.1:0' } as const

export interface HeapInspector {
  /** Returns the heap size in MiB right after a full collection. */
  usedMiB(): Promise<number>
  close(): void
}

/** Connects to the V8 inspector: https://chromedevtools.github.io/devtools-protocol/v8/. */
export async function openHeapInspector(child: SpawnedProcess): Promise<HeapInspector> {
  const [, url = ''] = await child.waitForOutput(/Debugger listening on (ws:\S+)/)
  const socket = new WebSocket(url)
  await once(socket, 'open')
  let lastId = 0
  const send = async (method: string): Promise<unknown> => {
    const id = ++lastId
    socket.send(JSON.stringify({ id, method }))
    for (;;) {
      const [message] = await once(socket, 'message')
      const reply = JSON.parse(String((message as MessageEvent).data))
      if (reply.id === id) return reply.result
    }
  }
  return {
    async usedMiB() {
      // The second collection frees the objects that the first collection finalizes.
      for (let pass = 0; pass < 2; pass++) await send('HeapProfiler.collectGarbage')
      const { usedSize } = (await send('Runtime.getHeapUsage')) as { usedSize: number }
      return usedSize / 2 ** 20
    },
    close: () => socket.close(),
  }
}

/**
 * Counts open files and sockets, except connections to one port. For that port a process keeps as many
 * sockets as it had concurrent calls.
 */
export function countHandles(pid: number, excludedPort: number): number {
  const port = excludedPort.toString(16).toUpperCase().padStart(4, '0')
  // https://docs.kernel.org/networking/proc_net_tcp.html: the third column is the remote address, the tenth
  // the inode.
  const lines = readFileSync(`/proc/${pid}/net/tcp`, 'utf8').split('\n')
  const columns = lines.map((line) => line.trim().split(/\s+/))
  const excludedInodes = new Set(
    columns.filter(([, , remote]) => remote?.endsWith(`:${port}`)).map((column) => column[9]),
  )
  const folder = `/proc/${pid}/fd`
  return readdirSync(folder).filter((handle) => !excludedInodes.has(readInode(`${folder}/${handle}`))).length
}

function readInode(handle: string): string {
  try {
    return /^socket:\[(\d+)\]$/.exec(readlinkSync(handle))?.[1] ?? ''
  } catch {
    // The handle was closed after the listing.
    return ''
  }
}

/** Returns the growth of `y` per `x`, by linear least squares. */
export function linearSlope(points: readonly { readonly x: number; readonly y: number }[]): number {
  const mean = (select: (point: { x: number; y: number }) => number) =>
    points.reduce((sum, point) => sum + select(point), 0) / points.length
  const [meanX, meanY] = [mean(({ x }) => x), mean(({ y }) => y)]
  const covariance = mean(({ x, y }) => (x - meanX) * (y - meanY))
  return covariance / mean(({ x }) => (x - meanX) ** 2)
}
