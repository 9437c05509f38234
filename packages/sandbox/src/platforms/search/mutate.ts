// The mutate methods: several kinds of resources in one atomic request, or one kind through its own service.

import { assertWritable } from './access.ts'
import type { ApiCall, CallContext } from './apiCall.ts'
import { decodeBody } from './decode.ts'
import { type Finding, partialFailureStatus, searchError } from './errors.ts'
import { Draft } from './mutate/draft.ts'
import { MutateEngine, type MutateOperation, type OperationOutcome } from './mutate/engine.ts'
import { findKindByMessage, type ResourceKind, resourceKinds } from './resources.ts'
import { getMessageType } from './schema/messages.ts'
import { asArray, asObject, type WireObject } from './wire.ts'

const maxOperations = 10_000

export const mutateCall: ApiCall = {
  name: 'googleAds:mutate',
  method: 'POST',
  path: 'customers/{customer}/googleAds:mutate',
  docsUrl: 'https://developers.google.com/google-ads/api/rest/common/mutate',
  respond(context) {
    const request = decodeBody('MutateGoogleAdsRequest', context)
    const operations = asArray(request['mutateOperations']).map(
      (operation, index): MutateOperation | Finding => {
        const [operationName, body] = Object.entries(asObject(operation))[0] ?? []
        const path = [{ field: 'mutate_operations', index }]
        const field =
          operationName === undefined
            ? undefined
            : getMessageType('MutateOperation').fieldsByName.get(operationName)
        const kind = findKindByMessage(field?.typeName.replace(/Operation$/, '') ?? '')
        if (field === undefined || kind === undefined)
          return { code: 'requestError.OPERATION_REQUIRED', path }
        return { kind, body: asObject(body), path: [...path, field.name] }
      },
    )
    const { outcomes, failure } = executeOperations(context, request, operations, 'mutate_operations')
    if (request['validateOnly'] === true) return failure
    return {
      ...failure,
      mutateOperationResponses: outcomes.map(({ outcome, kind }) =>
        kind === undefined || 'findings' in outcome
          ? {}
          : { [`${kind.jsonName}Result`]: toMutateResult(kind, outcome, request) },
      ),
    }
  },
}

/** One call such as `campaigns:mutate` for each kind of resource that can change. */
export const singleMutateCalls: readonly ApiCall[] = resourceKinds
  .filter(({ verbs }) => verbs.length > 0)
  .map((kind): ApiCall => {
    const { collection } = kind
    const message = `Mutate${collection.charAt(0).toUpperCase()}${collection.slice(1)}Request`
    return {
      name: `${collection}:mutate`,
      method: 'POST',
      path: `customers/{customer}/${collection}:mutate`,
      docsUrl: `https://developers.google.com/google-ads/api/reference/rpc/v25/${kind.message}Service`,
      respond(context) {
        const request = decodeBody(message, context)
        const operations = asArray(request['operations']).map((body, index) => ({
          kind,
          body: asObject(body),
          path: [{ field: 'operations', index }],
        }))
        const { outcomes, failure } = executeOperations(context, request, operations, 'operations')
        if (request['validateOnly'] === true) return failure
        return {
          ...failure,
          results: outcomes.map(({ outcome }) =>
            'findings' in outcome ? {} : toMutateResult(kind, outcome, request),
          ),
        }
      },
    }
  })

function toMutateResult(
  kind: ResourceKind,
  outcome: { readonly name: string; readonly resource: WireObject },
  request: WireObject,
): WireObject {
  const result: WireObject = { resourceName: outcome.name }
  if (request['responseContentType'] === 'MUTABLE_RESOURCE') result[kind.jsonName] = outcome.resource
  return result
}

interface MutateOutcome {
  readonly outcomes: readonly {
    readonly outcome: OperationOutcome
    readonly kind: ResourceKind | undefined
  }[]
  /** `partialFailureError` when an operation failed, otherwise empty. */
  readonly failure: WireObject
}

function executeOperations(
  context: CallContext,
  request: WireObject,
  operations: readonly (MutateOperation | Finding)[],
  requestField: string,
): MutateOutcome {
  const access = context.resolveAccount()
  assertWritable(access)
  if (operations.length === 0) throw searchError({ code: 'fieldError.REQUIRED', path: [requestField] })
  if (operations.length > maxOperations) {
    throw searchError({ code: 'requestError.TOO_MANY_MUTATE_OPERATIONS', path: [requestField] })
  }
  const { exchange } = context
  const draft = new Draft(exchange.state, access.customerId, access.account, exchange.now)
  const engine = new MutateEngine(draft)
  const outcomes = operations.map((operation) =>
    'code' in operation
      ? { outcome: { findings: [operation] }, kind: undefined }
      : { outcome: engine.execute(operation), kind: operation.kind },
  )
  const findings = outcomes.flatMap(({ outcome }) => ('findings' in outcome ? outcome.findings : []))
  const allowsPartialFailure = request['partialFailure'] === true
  if (findings.length > 0 && !allowsPartialFailure) throw searchError(...findings)
  if (request['validateOnly'] !== true) {
    draft.commit()
    for (const { verb, kind, name } of draft.effects) exchange.effect(`${kind}.${verb}`, name)
  }
  return {
    outcomes,
    failure: findings.length > 0 ? { partialFailureError: partialFailureStatus(findings, context) } : {},
  }
}
