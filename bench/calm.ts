// Rounds that count. On a machine that is shared others take the processor now and then; a round in which they did says
// nothing about the service, and is made again.

import { readFileSync } from 'node:fs'

/** Of the processor time that was wanted, the share that others may have had. */
const maxStealShare = 0.05
/** For one round that counts so many are made at most. Then the calmest count, and it is said how calm they were. */
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

/** Tells the share of wanted processor time that the machine gave to others since; 0 where the kernel does not count it. */
export function watchStealTime(): () => number {
  const before = readProcessorTimes()
  return () => {
    const now = readProcessorTimes()
    const steal = now.steal - before.steal
    const demanded = now.used - before.used + steal
    return demanded > 0 ? steal / demanded : 0
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
