// A process as the machine sees it from outside: its memory, its handles, and through the debugger's port the heap that is
// left when everything that nobody uses was collected.

import { once } from 'node:events'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import type { SpawnedProcess } from '@adrail/server/testing/processes'

/** How a process has to be started so that its heap can be read; the first flag is that of `npm start`. */
export const watchable = { NODE_OPTIONS: '--max-semi-space-size=16 --inspect=127.0.0.1:0' } as const

export interface Heap {
  /** In MiB, right after a full collection. */
  used(): Promise<number>
  close(): void
}

/** https://chromedevtools.github.io/devtools-protocol/v8/ */
export async function openHeap(child: SpawnedProcess): Promise<Heap> {
  const [, url = ''] = await child.waitForOutput(/Debugger listening on (ws:\S+)/)
  const socket = new WebSocket(url)
  await once(socket, 'open')
  let last = 0
  const ask = async (method: string): Promise<unknown> => {
    const id = ++last
    socket.send(JSON.stringify({ id, method }))
    for (;;) {
      const [message] = await once(socket, 'message')
      const answer = JSON.parse(String((message as MessageEvent).data))
      if (answer.id === id) return answer.result
    }
  }
  return {
    async used() {
      // Twice: what the first collection finalises is freed by the second.
      for (let turn = 0; turn < 2; turn++) await ask('HeapProfiler.collectGarbage')
      const { usedSize } = (await ask('Runtime.getHeapUsage')) as { usedSize: number }
      return usedSize / 2 ** 20
    },
    close: () => socket.close(),
  }
}

/** Open files and sockets, but for those to one port, of which a process keeps as many as it had calls at once. */
export function handlesOf(pid: number, butToPort: number): number {
  const port = butToPort.toString(16).toUpperCase().padStart(4, '0')
  // https://docs.kernel.org/networking/proc_net_tcp.html: the third column is the far end, the tenth the inode.
  const lines = readFileSync(`/proc/${pid}/net/tcp`, 'utf8').split('\n')
  const columns = lines.map((line) => line.trim().split(/\s+/))
  const there = new Set(columns.filter(([, , far]) => far?.endsWith(`:${port}`)).map((column) => column[9]))
  const folder = `/proc/${pid}/fd`
  return readdirSync(folder).filter((handle) => !there.has(inodeOf(`${folder}/${handle}`))).length
}

function inodeOf(handle: string): string {
  try {
    return /^socket:\[(\d+)\]$/.exec(readlinkSync(handle))?.[1] ?? ''
  } catch {
    // Closed since it was listed.
    return ''
  }
}

/** By how much `y` grows for each `x`, by least squares. */
export function slopeOf(points: readonly { readonly x: number; readonly y: number }[]): number {
  const mean = (of: (point: { x: number; y: number }) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length
  const [middleX, middleY] = [mean(({ x }) => x), mean(({ y }) => y)]
  const shared = mean(({ x, y }) => (x - middleX) * (y - middleY))
  return shared / mean(({ x }) => (x - middleX) ** 2)
}
