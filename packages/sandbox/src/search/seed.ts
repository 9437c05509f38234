// The starting world of the search platform.

import type { State } from '../core/state.ts'
import { ids, ottoSpecial } from './seed/accounts.ts'
import { seedFox } from './seed/fox.ts'
import { seedAgency, seedBen, seedGreta, seedOtto, seedYuki } from './seed/others.ts'

export function seedSearch(state: State): void {
  seedFox(state)
  seedBen(state)
  seedGreta(state)
  seedYuki(state)
  seedOtto(state)
  seedAgency(state)
  const admin = (customer: string) => ({ customer, role: 'ADMIN' as const })
  state.search.access = {
    ada: [ids.fox, ids.foxManager, ids.keywordService].map(admin),
    ben: [admin(ids.ben)],
    greta: [admin(ids.greta)],
    yuki: [ids.yukiShop, ids.yukiOnsen].map(admin),
    otto: Array.from({ length: 40 }, (_, index) => {
      const customer = String(6_600_000_001 + index)
      return { customer, role: customer === ottoSpecial.readOnly ? 'READ_ONLY' : 'ADMIN' }
    }),
    agnes: [ids.agencyTop, ids.agencyDirect].map(admin),
  }
}
