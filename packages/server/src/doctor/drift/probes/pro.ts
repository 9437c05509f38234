// Every read of the professional network that operations make.

import type { Probe } from '../probe.ts'

export const proProbes: readonly Probe<'pro'>[] = [
  { name: 'audiences', operations: ['pro/get_audiences_list'], run: (of) => of.segments() },
]
