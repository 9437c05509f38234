// Observes every response while probes run, and retains only its shape.

import type { Platform } from '@adrail/contract'
import type { OnExchange } from '../../assembly.ts'
import { ServiceError } from '../../base/errors.ts'
import type { Connectors } from '../../platforms/connectors.ts'
import type { OnAnswer } from '../../platforms/kit/calls.ts'
import type { Shape } from '../../platforms/kit/rows.ts'
import { type Disappointment, disappointments } from './expectation.ts'
import type { Probe } from './probe.ts'
import { Shapes } from './shape.ts'

/** Collects all responses to one call of one probe. */
export interface Seen {
  readonly shapes: Shapes
  /** The connector expects this shape. */
  readonly expected: Shape
  readonly disappointed: Map<string, Disappointment>
}

/** A skipped probe returned nothing to compare. */
export interface Unasked {
  readonly probe: string
  readonly why: string
  /** True if a response arrived but could not be parsed. */
  readonly isUnreadable: boolean
}

/** These headers depend on the connection rather than the platform, or are checked elsewhere. */
const ofTransport =
  /^(date|connection|keep-alive|transfer-encoding|content-(length|type|encoding)|vary|cache-control|server|x-sandbox-.*)$/

export class Lookout {
  /** The outer key is the probe, the inner key is the call. */
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

  /** Runs the probes in sequence, because a probe may need an id that an earlier one found. */
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
  // Apps may lack permissions that only some operations need.
  if (code === 'PERMISSION_MISSING')
    return { probe, why: 'the permission is not granted', isUnreadable: false }
  const { code: theirs = '', subcode = '' } = details.platformError ?? {}
  const words = [code, [theirs, subcode].filter(Boolean).join('/')].filter(Boolean)
  return { probe, why: words.join(', '), isUnreadable: code === 'UPSTREAM_BAD_RESPONSE' }
}
