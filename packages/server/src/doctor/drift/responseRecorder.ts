// Observes every response while probes run, and retains only its shape.

import type { Platform } from '@adrail/contract'
import type { OnExchange } from '../../assembly.ts'
import type { ResponseObserver } from '../../platforms/connector-kit/calls.ts'
import type { DriftProbe } from '../../platforms/connector-kit/driftProbes.ts'
import type { Shape } from '../../platforms/connector-kit/rows.ts'
import type { Connectors } from '../../platforms/index.ts'
import { ServiceError } from '../../runtime/errors.ts'
import { type ExpectationViolation, findViolations } from './expectation.ts'
import { ShapeCollector } from './shape.ts'

/** Collects all responses to one call of one probe. */
export interface ObservedResponses {
  readonly shapes: ShapeCollector
  /** The connector expects this shape. */
  readonly expected: Shape
  readonly violations: Map<string, ExpectationViolation>
}

/** A skipped probe returned nothing to compare. */
export interface SkippedProbe {
  readonly probe: string
  readonly why: string
  /** True if a response arrived but could not be parsed. */
  readonly isUnreadable: boolean
}

/** These headers depend on the connection rather than the platform, or are checked elsewhere. */
const transportHeaders =
  /^(date|connection|keep-alive|transfer-encoding|content-(length|type|encoding)|vary|cache-control|server|x-sandbox-.*)$/

export class ResponseRecorder {
  /** The outer key is the probe, the inner key is the call. */
  readonly responses = new Map<string, Map<string, ObservedResponses>>()
  readonly headers = new Set<string>()
  #probe = ''

  readonly onResponse: ResponseObserver = ({ title, shape, response }) => {
    const byCall = this.responses.get(this.#probe) ?? new Map<string, ObservedResponses>()
    this.responses.set(this.#probe, byCall)
    const observed = byCall.get(title) ?? {
      shapes: new ShapeCollector(),
      expected: shape,
      violations: new Map(),
    }
    byCall.set(title, observed)
    observed.shapes.add(response)
    for (const violation of findViolations(response, shape))
      observed.violations.set(`${violation.path} ${violation.description}`, violation)
  }

  readonly onExchange: OnExchange = (_, { headers }) => {
    for (const name of Object.keys(headers)) if (!transportHeaders.test(name)) this.headers.add(name)
  }

  /** Runs the probes in sequence, because a probe may need an id that an earlier one found. */
  async run(
    connector: Connectors[Platform],
    probes: readonly DriftProbe<Connectors[Platform]>[],
    progress: (activity: string) => void,
  ): Promise<SkippedProbe[]> {
    const foundIds = new Map<string, string>()
    const skipped: SkippedProbe[] = []
    for (const probe of probes) {
      if (probe.neededKind !== undefined && !foundIds.has(probe.neededKind)) {
        skipped.push({
          probe: probe.name,
          why: `the account has no ${probe.neededKind.replace(/^an? /, '')}`,
          isUnreadable: false,
        })
        continue
      }
      progress(`${connector.platform}: ${probe.name}`)
      this.#probe = probe.name
      try {
        await probe.run(connector, { id: foundIds.get(probe.neededKind ?? '') ?? '', foundIds })
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error
        skipped.push(toSkipped(probe.name, error))
      }
    }
    return skipped
  }
}

function toSkipped(probe: string, { code, details }: ServiceError): SkippedProbe {
  // Apps may lack permissions that only some operations need.
  if (code === 'PERMISSION_MISSING')
    return { probe, why: 'the permission has not been granted', isUnreadable: false }
  const { code: platformCode = '', subcode = '' } = details.platformError ?? {}
  const codes = [code, [platformCode, subcode].filter(Boolean).join('/')].filter(Boolean)
  return { probe, why: codes.join(', '), isUnreadable: code === 'UPSTREAM_BAD_RESPONSE' }
}
