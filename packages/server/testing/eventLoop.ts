// What the event loop is held by, counted in pieces of work instead of in time.

export interface LoopWatch {
  /** A piece was done. */
  worked(): void
  /** The most that were done in one round of the loop. */
  end(): number
}

export function watchLoop(): LoopWatch {
  let count = 0
  let most = 0
  let isOver = false
  const look = () => {
    most = Math.max(most, count)
    count = 0
    if (!isOver) setImmediate(look)
  }
  setImmediate(look)
  return {
    worked: () => {
      count++
    },
    end: () => {
      isOver = true
      return Math.max(most, count)
    },
  }
}
