// Renders the states of writes and their transitions for docs/writes.md.

import {
  endedEntryStates,
  entryStates,
  entryTransitions,
  stepStates,
  stepTransitions,
  type Transition,
} from './entryStates.ts'

export function renderEntryStates(): string {
  return [
    'The states of a write:',
    '',
    ...renderDiagram(entryTransitions, entryStates, endedEntryStates),
    '',
    ...renderTable(entryTransitions),
    '',
    'The states of one step of a write:',
    '',
    ...renderDiagram(stepTransitions, stepStates, []),
    '',
    ...renderTable(stepTransitions),
    '',
  ].join('\n')
}

function renderDiagram<State extends string>(
  transitions: readonly Transition<State>[],
  states: readonly State[],
  endedStates: readonly State[],
): string[] {
  const lines = transitions.flatMap(({ from, to }) =>
    from
      .filter((state) => state !== to)
      .map((state) => `  ${state === 'new' ? '[*]' : state} --> ${to === 'deleted' ? '[*]' : to}`),
  )
  const ends = states.filter((state) => endedStates.includes(state)).map((state) => `  ${state} --> [*]`)
  return ['```mermaid', 'stateDiagram-v2', ...new Set([...lines, ...ends]), '```']
}

function renderTable<State extends string>(transitions: readonly Transition<State>[]): string[] {
  const format = (state: string) => (state === 'new' || state === 'deleted' ? state : `\`${state}\``)
  const rows = transitions.map(
    ({ from, to, when, by }) => `| ${from.map(format).join(', ')} | ${format(to)} | ${when} | ${by} |`,
  )
  return ['| from | to | when | by |', '|---|---|---|---|', ...rows]
}
