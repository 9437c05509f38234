// Retention of leads. Answers are erased after a configured time. A lead is deleted when no
// platform can return it any more, and immediately when its connection ends.

import { platforms } from '@adrail/contract'
import { inPieces } from '../base/pieces.ts'
import { Rounds } from '../base/rounds.ts'
import { deleteEnded } from '../linking/keptBeside.ts'
import type { Linking } from '../linking/linking.ts'
import { forgetReceived } from '../store/leadPositions.ts'
import { deleteLeadsOf, eraseAnswers, forgetLeads } from '../store/leads.ts'

export const eraseLeadsEveryMs = 60_000

export class LeadRetention {
  readonly #linking: Linking
  readonly #rounds = new Rounds(() =>
    this.#round().catch((error) => this.#linking.log.error('leads.erase_failed', error)),
  )

  constructor(linking: Linking) {
    this.#linking = linking
  }

  round(): Promise<void> {
    return this.#rounds.run()
  }

  stop(): Promise<void> {
    return this.#rounds.stop()
  }

  async #round(): Promise<void> {
    const { store, runtime, times } = this.#linking
    const isOver = () => this.#rounds.isStopped
    for (const platform of platforms) {
      const now = times[platform]()
      await inPieces(runtime.rest, (most) => eraseAnswers(store.db, platform, now, most), isOver)
      await inPieces(runtime.rest, (most) => forgetLeads(store.db, platform, now, most), isOver)
      await inPieces(runtime.rest, (most) => forgetReceived(store.db, platform, now, most), isOver)
    }
    await deleteEnded(this.#linking, 'lead_sources', isOver, (id, most) => deleteLeadsOf(store.db, id, most))
  }
}
