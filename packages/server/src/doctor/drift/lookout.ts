// Sees every answer while probes run, and keeps the shape of it and nothing else.

import type { Platform } from '@adrail/contract'
import type { OnExchange } from '../../assembly.ts'
import { ServiceError } from '../../base/errors.ts'
import type { Connectors } from '../../platforms/connectors.ts'
import type { OnAnswer } from '../../platforms/kit/calls.ts'
import type { Shape } from '../../platforms/kit/rows.ts'
import { type Disappointment, disappointments } from './expectation.ts'
import type { Probe } from './probe.ts'
import { Shapes } from './shape.ts'

/** All answers to one question of one probe. */
export interface Seen {
  readonly shapes: Shapes
  /** What the connector expects. */
  readonly expected: Shape
  readonly disappointed: Map<string, Disappointment>
}

/** What became of a probe that gave nothing to compare. */
export interface Unasked {
  readonly probe: string
  readonly why: string
  /** An answer came, and nobody could read it. */
  readonly isUnreadable: boolean
}

/** What is about the connection and not about the platform, or told in another place. */
const ofTransport =
  /^(date|connection|keep-alive|transfer-encoding|content-(length|type|encoding)|vary|cache-control|server|x-sandbox-.*)$/

export class Lookout {
  /** By probe, then by what was asked. */
  readonly answers = new Map<string, Map<string, Seen>>()
  readonly headers = new Set<string>()
  #probe = ''

  readonly onAnswer: OnAnswer = ({ title, shape, answer }) => {
    const ofProbe = this.answers.get(this.#probe) ?? new Map<string, Seen>()
    this.answers.set(this.#probe, ofProbe)
    const seen = ofProbe.get(title) ?? { shapes: new Shapes(), expected: shape, disappointed: new Map() }
    ofProbe.set(title, seen)
    seen.shapes.add(answer)
    for (const each of disappointments(answer, shape))
      seen.disappointed.set(`${each.path} ${each.says}`, each)
  }

  readonly onExchange: OnExchange = (_, { headers }) => {
    for (const name of Object.keys(headers)) if (!ofTransport.test(name)) this.headers.add(name)
  }

  /** Runs the probes one after the other: what one finds, the next may ask about. */
  async run<Name extends Platform>(
    connector: Connectors[Name],
    probes: readonly Probe<Name>[],
    progress: (what: string) => void,
  ): Promise<Unasked[]> {
    const finds = new Map<string, string>()
    const unasked: Unasked[] = []
    for (const probe of probes) {
      if (probe.needs !== undefined && !finds.has(probe.needs)) {
        unasked.push({
          probe: probe.name,
          why: `there is no ${probe.needs.replace(/^an? /, '')}`,
          isUnreadable: false,
        })
        continue
      }
      progress(`${connector.platform}: ${probe.name}`)
      this.#probe = probe.name
      try {
        await probe.run(connector, { id: finds.get(probe.needs ?? '') ?? '', finds })
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error
        unasked.push(refused(probe.name, error))
      }
    }
    return unasked
  }
}

function refused(probe: string, { code, details }: ServiceError): Unasked {
  // Apps need not have what only some operations take.
  if (code === 'PERMISSION_MISSING')
    return { probe, why: 'the permission is not granted', isUnreadable: false }
  const { code: theirs = '', subcode = '' } = details.platformError ?? {}
  const words = [code, [theirs, subcode].filter(Boolean).join('/')].filter(Boolean)
  return { probe, why: words.join(', '), isUnreadable: code === 'UPSTREAM_BAD_RESPONSE' }
}
