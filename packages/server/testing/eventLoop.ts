// Measures how long code blocks the event loop, counted in units of work instead of time.

export interface LoopMonitor {
  /** Counts one unit of work. */
  recordWork(): void
  /** Stops and returns the maximum number of units in one iteration of the event loop. */
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
