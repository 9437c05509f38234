// Changes: many kinds in one atomic request, or one kind through its own service.

import { checkWritable } from './access.ts'
import { decodeBody } from './decode.ts'
import { type Finding, partialFailure, refuse } from './errors.ts'
import { Draft } from './mutate/draft.ts'
import { Engine, type Operation, type Outcome } from './mutate/engine.ts'
import { kindOfMessage, type ResourceKind, resourceKinds } from './resources.ts'
import { messageNamed } from './schema/messages.ts'
import type { ApiCall, Visit } from './visit.ts'
import { list, type Wire, wire } from './wire.ts'

const mostOperations = 10_000

export const mutateCall: ApiCall = {
  name: 'googleAds:mutate',
  method: 'POST',
  path: 'customers/{customer}/googleAds:mutate',
  source: 'https://developers.google.com/google-ads/api/rest/common/mutate',
  answer(visit) {
    const request = decodeBody('MutateGoogleAdsRequest', visit)
    const operations = list(request['mutateOperations']).map((operation, index): Operation | Finding => {
      const [member, body] = Object.entries(wire(operation))[0] ?? []
      const path = [{ field: 'mutate_operations', index }]
      const field = member === undefined ? undefined : messageNamed('MutateOperation').byName.get(member)
      const kind = kindOfMessage(field?.of.replace(/Operation$/, '') ?? '')
      if (field === undefined || kind === undefined) return { code: 'requestError.OPERATION_REQUIRED', path }
      return { kind, body: wire(body), path: [...path, field.name] }
    })
    const { outcomes, failure } = carryOut(visit, request, operations, 'mutate_operations')
    if (request['validateOnly'] === true) return failure
    return {
      ...failure,
      mutateOperationResponses: outcomes.map(({ outcome, kind }) =>
        kind === undefined || 'findings' in outcome
          ? {}
          : { [`${kind.json}Result`]: resultOf(kind, outcome, request) },
      ),
    }
  },
}

/** `campaigns:mutate` and its like, one for each kind that can be changed. */
export const singleMutateCalls: readonly ApiCall[] = resourceKinds
  .filter(({ verbs }) => verbs.length > 0)
  .map((kind): ApiCall => {
    const { collection } = kind
    const message = `Mutate${collection.charAt(0).toUpperCase()}${collection.slice(1)}Request`
    return {
      name: `${collection}:mutate`,
      method: 'POST',
      path: `customers/{customer}/${collection}:mutate`,
      source: `https://developers.google.com/google-ads/api/reference/rpc/v25/${kind.message}Service`,
      answer(visit) {
        const request = decodeBody(message, visit)
        const operations = list(request['operations']).map((body, index) => ({
          kind,
          body: wire(body),
          path: [{ field: 'operations', index }],
        }))
        const { outcomes, failure } = carryOut(visit, request, operations, 'operations')
        if (request['validateOnly'] === true) return failure
        return {
          ...failure,
          results: outcomes.map(({ outcome }) =>
            'findings' in outcome ? {} : resultOf(kind, outcome, request),
          ),
        }
      },
    }
  })

function resultOf(
  kind: ResourceKind,
  outcome: { readonly name: string; readonly resource: Wire },
  request: Wire,
): Wire {
  const result: Wire = { resourceName: outcome.name }
  if (request['responseContentType'] === 'MUTABLE_RESOURCE') result[kind.json] = outcome.resource
  return result
}

interface CarriedOut {
  readonly outcomes: readonly { readonly outcome: Outcome; readonly kind: ResourceKind | undefined }[]
  /** `partialFailureError`, where there is one. */
  readonly failure: Wire
}

function carryOut(
  visit: Visit,
  request: Wire,
  operations: readonly (Operation | Finding)[],
  member: string,
): CarriedOut {
  const reached = visit.account()
  checkWritable(reached)
  if (operations.length === 0) throw refuse({ code: 'fieldError.REQUIRED', path: [member] })
  if (operations.length > mostOperations) {
    throw refuse({ code: 'requestError.TOO_MANY_MUTATE_OPERATIONS', path: [member] })
  }
  const { exchange } = visit
  const draft = new Draft(exchange.state, reached.customerId, reached.account, exchange.now)
  const engine = new Engine(draft)
  const outcomes = operations.map((operation) =>
    'code' in operation
      ? { outcome: { findings: [operation] }, kind: undefined }
      : { outcome: engine.carryOut(operation), kind: operation.kind },
  )
  const findings = outcomes.flatMap(({ outcome }) => ('findings' in outcome ? outcome.findings : []))
  const partial = request['partialFailure'] === true
  if (findings.length > 0 && !partial) throw refuse(...findings)
  if (request['validateOnly'] !== true) {
    draft.commit()
    for (const { verb, kind, name } of draft.effects) exchange.effect(`${kind}.${verb}`, name)
  }
  return {
    outcomes,
    failure: findings.length > 0 ? { partialFailureError: partialFailure(findings, visit) } : {},
  }
}
