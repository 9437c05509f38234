// The states of journal entries and of their steps, and every transition between them. The statements of
// entryOwnership.ts change a row only from a state that a transition allows. docs/writes.md lists the
// transitions.

/** A process executes the entry, or the runner resumes it soon. */
export const openEntryStates = ['PENDING', 'EXECUTING', 'UNKNOWN'] as const
export const endedEntryStates = ['SUCCEEDED', 'FAILED'] as const

export const entryStates = [
  ...openEntryStates,
  'AWAITING_APPROVAL',
  'NEEDS_ATTENTION',
  ...endedEntryStates,
] as const
export type EntryState = (typeof entryStates)[number]

export const stepStates = ['INTENT', 'UNKNOWN', 'DONE', 'REJECTED', 'COMPENSATED'] as const
export type StepState = (typeof stepStates)[number]

/** `new` stands for a row that does not exist yet, and `deleted` for one that exists no more. */
export interface Transition<State> {
  readonly from: readonly (State | 'new')[]
  readonly to: State | 'deleted'
  readonly when: string
  readonly by: string
}

export const entryTransitions: readonly Transition<EntryState>[] = [
  { from: ['new'], to: 'PENDING', when: 'A request is accepted and will be planned.', by: 'the request' },
  {
    from: ['PENDING'],
    to: 'deleted',
    when: 'Planning failed, or its process died. Nothing was sent.',
    by: 'the request, or the runner',
  },
  {
    from: ['PENDING'],
    to: 'AWAITING_APPROVAL',
    when: 'A spend rule requires that a person approves the plan.',
    by: 'the request',
  },
  { from: ['PENDING'], to: 'EXECUTING', when: 'The first intent is committed.', by: 'the request' },
  {
    from: ['PENDING'],
    to: 'SUCCEEDED',
    when: 'The plan has no steps, because nothing has to change.',
    by: 'the request',
  },
  { from: ['AWAITING_APPROVAL'], to: 'EXECUTING', when: 'A person approved the plan.', by: 'the approver' },
  {
    from: ['AWAITING_APPROVAL'],
    to: 'FAILED',
    when: 'A person rejected the plan, or the approval expired or was withdrawn.',
    by: 'the approver, or the runner',
  },
  {
    from: ['EXECUTING', 'UNKNOWN'],
    to: 'UNKNOWN',
    when: 'A step was sent, and its outcome is unknown.',
    by: 'the owner',
  },
  {
    from: ['EXECUTING', 'UNKNOWN'],
    to: 'EXECUTING',
    when: 'The outcome of a step is known, or a step is about to be sent.',
    by: 'the owner',
  },
  {
    from: ['EXECUTING', 'UNKNOWN', 'NEEDS_ATTENTION'],
    to: 'NEEDS_ATTENTION',
    when: 'The outcome stayed unknown for a day, the ad account cannot be reached, or another write overtook this one.',
    by: 'the owner',
  },
  {
    from: ['EXECUTING', 'UNKNOWN', 'NEEDS_ATTENTION'],
    to: 'SUCCEEDED',
    when: 'All steps are done.',
    by: 'the owner, or an operator',
  },
  {
    from: ['EXECUTING', 'UNKNOWN', 'NEEDS_ATTENTION'],
    to: 'FAILED',
    when: 'A step was refused, and the finished steps were compensated.',
    by: 'the owner, or an operator',
  },
  {
    from: ['EXECUTING'],
    to: 'deleted',
    when: 'The first step could not be sent.',
    by: 'the request',
  },
]

export const stepTransitions: readonly Transition<StepState>[] = [
  {
    from: ['new', 'INTENT', 'UNKNOWN'],
    to: 'INTENT',
    when: 'The step is about to be sent, for the first time or again.',
    by: 'the owner',
  },
  {
    from: ['INTENT', 'UNKNOWN'],
    to: 'UNKNOWN',
    when: 'The step was sent, and its outcome is unknown.',
    by: 'the owner',
  },
  {
    from: ['INTENT', 'UNKNOWN'],
    to: 'DONE',
    when: 'The platform confirmed the step, or shows its effect.',
    by: 'the owner, or an operator',
  },
  {
    from: ['new', 'INTENT', 'UNKNOWN'],
    to: 'REJECTED',
    when: 'The platform refused the step, or a reason to stop kept it from being sent.',
    by: 'the owner, or an operator',
  },
  { from: ['DONE'], to: 'COMPENSATED', when: 'A later step was rejected.', by: 'the owner' },
]

/** Returns the states from which an entry may get into this state. */
export function entryStatesBefore(to: EntryState): readonly EntryState[] {
  return statesBefore(entryTransitions, to)
}

/**
 * Returns the states from which a step may get into this state. A step is saved again when the confirmation of
 * the commit was lost.
 */
export function stepStatesBefore(to: StepState): readonly StepState[] {
  return [...new Set([to, ...statesBefore(stepTransitions, to)])]
}

function statesBefore<State extends string>(
  transitions: readonly Transition<State>[],
  to: State,
): readonly State[] {
  return transitions
    .filter((transition) => transition.to === to)
    .flatMap(({ from }) => from.filter((state): state is State => state !== 'new'))
}
