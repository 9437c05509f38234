// Rounds that count. On a machine that is shared others take the processor now and then; a round in which they did says
// nothing about the service, and is made again.

import { readFileSync } from 'node:fs'

/** Of the processor time that was wanted, the share that others may have had. */
const mostStolen = 0.05
/** For one round that counts so many are made at most. Then the calmest count, and it is said how calm they were. */
const mostTries = 3

export async function calmRounds<Taken>(
  rounds: number,
  once: (round: number) => Promise<Taken>,
): Promise<Taken[]> {
  const tries: { readonly taken: Taken; readonly stolen: number }[] = []
  let calm = 0
  while (calm < rounds && tries.length < mostTries * rounds) {
    const stolenSoFar = watchOthers()
    const taken = await once(tries.length)
    const stolen = stolenSoFar()
    tries.push({ taken, stolen })
    if (stolen <= mostStolen) calm += 1
  }
  const counted = tries.toSorted((a, b) => a.stolen - b.stolen).slice(0, rounds)
  const most = counted.at(-1)?.stolen ?? 0
  if (most > mostStolen)
    console.log(`  Others took up to ${Math.round(100 * most)} % of the processor in the rounds below.`)
  return counted.map(({ taken }) => taken)
}

/** Tells the share of wanted processor time that the machine gave to others since; 0 where the kernel does not count it. */
export function watchOthers(): () => number {
  const before = processorTimes()
  return () => {
    const now = processorTimes()
    const stolen = now.stolen - before.stolen
    const wanted = now.used - before.used + stolen
    return wanted > 0 ? stolen / wanted : 0
  }
}

function processorTimes(): { readonly used: number; readonly stolen: number } {
  // proc_stat(5): user, nice, system, idle, iowait, irq, softirq, steal.
  const [, line = ''] = /^cpu +(.*)$/m.exec(statText()) ?? []
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, stolen = 0] = line.split(' ').map(Number)
  return { used: user + nice + system + irq + softirq, stolen }
}

function statText(): string {
  try {
    return readFileSync('/proc/stat', 'utf8')
  } catch {
    return ''
  }
}
