// Answers are kept for a while and then erased; leads are forgotten once no platform tells of them any more, and at once
// with their connection.

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
