// Renders the states of writes and their transitions for docs/writes.md.

import { entryTransitions, stepTransitions, type Transition } from './entryStates.ts'

export function renderEntryStates(): string {
  return [
    'The states of a write:',
    '',
    '![The states of a write and the transitions of the table below.](pictures/states-of-a-write.svg)',
    '',
    ...renderTable(entryTransitions),
    '',
    'The states of one step of a write:',
    '',
    ...renderTable(stepTransitions),
    '',
  ].join('\n')
}

function renderTable<State extends string>(transitions: readonly Transition<State>[]): string[] {
  const format = (state: string) => (state === 'new' || state === 'deleted' ? state : `\`${state}\``)
  const rows = transitions.map(
    ({ from, to, when, by }) => `| ${from.map(format).join(', ')} | ${format(to)} | ${when} | ${by} |`,
  )
  return ['| from | to | when | by |', '|---|---|---|---|', ...rows]
}
