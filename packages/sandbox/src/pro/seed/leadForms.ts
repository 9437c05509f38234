// Lead forms: those of the demo account as written, and one like it for every other account.

import { readTree } from '../../core/dataFiles.ts'
import type { State } from '../../core/state.ts'
import type { LeadForm } from '../state.ts'

export function addLeadForms({ pro }: State): void {
  const written = readTree<LeadForm[]>('pro/world/leadForms.json')
  const [pattern] = written
  const forms = [
    ...written,
    ...Object.values(pro.accounts).flatMap(({ id }) =>
      pattern === undefined || written.some(({ account }) => account === id)
        ? []
        : [{ ...pattern, id: 9_000_000_000 + id, account: id }],
    ),
  ]
  pro.leadForms = Object.fromEntries(forms.map((form) => [form.id, form]))
}
