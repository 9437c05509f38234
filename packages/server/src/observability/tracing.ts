// Spans by the OpenTelemetry API alone, which does nothing until the operator registers an SDK. Spans contain
// names and numbers: no personal data, no platform IDs and no secrets.

import { createRequire } from 'node:module'
import type * as api from '@opentelemetry/api'
import type { Attributes, Span, Tracer } from '@opentelemetry/api'
import { ServiceError } from '../runtime/errors.ts'

const require = createRequire(import.meta.url)
// prom-client loads the API with `require`. An import would load a second copy, fifty more files, and an idle
// service would miss its memory goal (bench row "RSS idle without sandbox").
const otel: typeof api = require('@opentelemetry/api')
const { context, INVALID_SPAN_CONTEXT, ProxyTracerProvider, propagation, SpanKind, SpanStatusCode, trace } =
  otel

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>
type Work<Result> = (span: Span) => Promise<Result>

/** Runs work in a span below the active span. */
export function inSpan<Result>(
  name: string,
  attributes: Attributes,
  work: Work<Result>,
  kind: api.SpanKind = SpanKind.INTERNAL,
): Promise<Result> {
  const tracer = currentTracer()
  if (!tracer) return work(noopSpan)
  return tracer.startActiveSpan(name, { kind, attributes }, (span) => runInSpan(span, work))
}

export function inClientSpan<Result>(
  name: string,
  attributes: Attributes,
  work: Work<Result>,
): Promise<Result> {
  return inSpan(name, attributes, work, SpanKind.CLIENT)
}

/**
 * Runs a request in a span of the trace that its headers name, unless the operator's instrumentation already
 * did.
 */
export function inServerSpan<Result>(
  name: string,
  attributes: Attributes,
  headers: Headers,
  work: Work<Result>,
): Promise<Result> {
  const tracer = currentTracer()
  if (!tracer) return work(noopSpan)
  const active = context.active()
  const parent = trace.getSpan(active) ? active : propagation.extract(active, headers)
  const options = { kind: SpanKind.SERVER, attributes }
  return tracer.startActiveSpan(name, options, parent, (span) => runInSpan(span, work))
}

const noopSpan = trace.wrapSpanContext(INVALID_SPAN_CONTEXT)

/**
 * Looked up each time, because an SDK may be registered late. Undefined without an SDK, so that spans cost
 * nothing.
 */
function currentTracer(): Tracer | undefined {
  const provider = trace.getTracerProvider()
  // Another copy of the API may have registered first. Its provider returns its own tracers.
  return provider instanceof ProxyTracerProvider
    ? provider.getDelegateTracer('adrail')
    : provider.getTracer('adrail')
}

async function runInSpan<Result>(span: Span, work: Work<Result>): Promise<Result> {
  try {
    return await work(span)
  } catch (error) {
    markSpanFailed(span, getErrorType(error))
    throw error
  } finally {
    span.end()
  }
}

function getErrorType(error: unknown): string {
  if (error instanceof ServiceError) return error.code
  // Failures of calls to platforms have a `kind`.
  if (error instanceof Error && 'kind' in error) return String(error.kind)
  return error instanceof Error ? error.name : 'Error'
}

/** Sets only a one-word error type: the message of a failure may quote request data. */
export function markSpanFailed(span: Span, type: string): void {
  span.setAttribute('error.type', type)
  span.setStatus({ code: SpanStatusCode.ERROR })
}

/** The active trace ID, so that log lines can be found by trace. Absent without tracing. */
export function currentTraceId(): string | undefined {
  const traceId = trace.getActiveSpan()?.spanContext().traceId
  return traceId === undefined || /^0*$/.test(traceId) ? undefined : traceId
}

/**
 * The trace ID that the caller sent, for requests that adrail does not trace itself.
 * https://www.w3.org/TR/trace-context/#traceparent-header
 */
export function callerTraceId(headers: Headers): string | undefined {
  if (headers['traceparent'] === undefined) return undefined
  const [, traceId = ''] =
    /^[\da-f]{2}-([\da-f]{32})-[\da-f]{16}-[\da-f]{2}/.exec(String(headers['traceparent'])) ?? []
  return /^0*$/.test(traceId) ? undefined : traceId
}
