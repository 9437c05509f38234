// Repeats measurement rounds on a shared machine until enough of them are quiet. A round with a high steal
// time measures other tenants of the machine, not the service.

import { readFileSync } from 'node:fs'

/** The maximum share of steal time in the demanded processor time of a round that counts. */
const maxStealShare = 0.05
/**
 * The maximum number of attempts per counted round. Beyond that, the quietest rounds count, with a warning.
 */
const maxAttemptsPerRound = 3

export async function runQuietRounds<Measurement>(
  roundCount: number,
  measureRound: (round: number) => Promise<Measurement>,
): Promise<Measurement[]> {
  const attempts: { readonly measurement: Measurement; readonly stealShare: number }[] = []
  let quietCount = 0
  while (quietCount < roundCount && attempts.length < maxAttemptsPerRound * roundCount) {
    const readStealShare = watchStealTime()
    const measurement = await measureRound(attempts.length)
    const stealShare = readStealShare()
    attempts.push({ measurement, stealShare })
    if (stealShare <= maxStealShare) quietCount += 1
  }
  const quietestAttempts = attempts.toSorted((a, b) => a.stealShare - b.stealShare).slice(0, roundCount)
  const highestShare = quietestAttempts.at(-1)?.stealShare ?? 0
  if (highestShare > maxStealShare)
    console.log(
      `  Others took up to ${Math.round(100 * highestShare)} % of the processor in the rounds below.`,
    )
  return quietestAttempts.map(({ measurement }) => measurement)
}

/**
 * Returns a function that reports the share of steal time since then. 0 where the kernel does not report
 * steal time.
 */
export function watchStealTime(): () => number {
  const startTimes = readProcessorTimes()
  return () => {
    const endTimes = readProcessorTimes()
    const stealTime = endTimes.steal - startTimes.steal
    const demandedTime = endTimes.used - startTimes.used + stealTime
    return demandedTime > 0 ? stealTime / demandedTime : 0
  }
}

function readProcessorTimes(): { readonly used: number; readonly steal: number } {
  // proc_stat(5): user, nice, system, idle, iowait, irq, softirq, steal.
  const [, line = ''] = /^cpu +(.*)$/m.exec(readProcStat()) ?? []
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = line.split(' ').map(Number)
  return { used: user + nice + system + irq + softirq, steal }
}

function readProcStat(): string {
  try {
    return readFileSync('/proc/stat', 'utf8')
  } catch {
    return ''
  }
}
