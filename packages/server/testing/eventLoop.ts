// What the event loop is held by, counted in pieces of work instead of in time.

export interface LoopMonitor {
  /** A piece was done. */
  recordWork(): void
  /** The most that were done in one round of the loop. */
  stop(): number
}

export function monitorLoop(): LoopMonitor {
  let count = 0
  let maxCount = 0
  let isStopped = false
  const closeIteration = () => {
    maxCount = Math.max(maxCount, count)
    count = 0
    if (!isStopped) setImmediate(closeIteration)
  }
  setImmediate(closeIteration)
  return {
    recordWork: () => {
      count++
    },
    stop: () => {
      isStopped = true
      return Math.max(maxCount, count)
    },
  }
}
