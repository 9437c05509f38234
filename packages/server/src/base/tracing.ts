// Spans for whoever traces, by the API of OpenTelemetry alone: it does nothing until the operator registers an SDK. What a
// span says is a name or a figure: nothing about a person, no id of a platform's, nothing secret.

import { createRequire } from 'node:module'
import type * as api from '@opentelemetry/api'
import type { Attributes, Span, Tracer } from '@opentelemetry/api'
import { ServiceError } from './errors.ts'

const require = createRequire(import.meta.url)
// The copy that prom-client loads as well; an import would load a second one, fifty files more.
const otel: typeof api = require('@opentelemetry/api')
const { context, INVALID_SPAN_CONTEXT, ProxyTracerProvider, propagation, SpanKind, SpanStatusCode, trace } =
  otel

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>
type Work<Result> = (span: Span) => Promise<Result>

/** What a request is carried out by; below whatever span is open. */
export function inSpan<Result>(
  name: string,
  attributes: Attributes,
  work: Work<Result>,
  kind: api.SpanKind = SpanKind.INTERNAL,
): Promise<Result> {
  const tracer = tracerNow()
  if (!tracer) return work(unseen)
  return tracer.startActiveSpan(name, { kind, attributes }, (span) => end(span, work))
}

/** A call to somebody else's server. */
export function inClientSpan<Result>(
  name: string,
  attributes: Attributes,
  work: Work<Result>,
): Promise<Result> {
  return inSpan(name, attributes, work, SpanKind.CLIENT)
}

/** A request, as part of the trace that its headers name, unless an instrumentation of the operator's has seen to that. */
export function inServerSpan<Result>(
  name: string,
  attributes: Attributes,
  headers: Headers,
  work: Work<Result>,
): Promise<Result> {
  const tracer = tracerNow()
  if (!tracer) return work(unseen)
  const active = context.active()
  const caller = trace.getSpan(active) ? active : propagation.extract(active, headers)
  const options = { kind: SpanKind.SERVER, attributes }
  return tracer.startActiveSpan(name, options, caller, (span) => end(span, work))
}

const unseen = trace.wrapSpanContext(INVALID_SPAN_CONTEXT)

/** Asked for each time, because an SDK may come late; nothing while there is none, so that nobody pays for spans. */
function tracerNow(): Tracer | undefined {
  const provider = trace.getTracerProvider()
  // Another copy of the API may have come first; its provider gives out tracers of its own.
  return provider instanceof ProxyTracerProvider
    ? provider.getDelegateTracer('adrail')
    : provider.getTracer('adrail')
}

async function end<Result>(span: Span, work: Work<Result>): Promise<Result> {
  try {
    return await work(span)
  } catch (error) {
    fail(span, typeOf(error))
    throw error
  } finally {
    span.end()
  }
}

function typeOf(error: unknown): string {
  if (error instanceof ServiceError) return error.code
  // Failures on the way to a platform say their kind.
  if (error instanceof Error && 'kind' in error) return String(error.kind)
  return error instanceof Error ? error.name : 'Error'
}

/** In one word: what was said about a failure may quote what was sent. */
export function fail(span: Span, type: string): void {
  span.setAttribute('error.type', type)
  span.setStatus({ code: SpanStatusCode.ERROR })
}

/** The trace that this belongs to, so that log lines are found by it; absent where nobody traces. */
export function traceNow(): string | undefined {
  const traceId = trace.getActiveSpan()?.spanContext().traceId
  return traceId === undefined || /^0*$/.test(traceId) ? undefined : traceId
}

/** The same for a request that a caller traces, though we do not. https://www.w3.org/TR/trace-context/#traceparent-header */
export function traceOfCaller(headers: Headers): string | undefined {
  if (headers['traceparent'] === undefined) return undefined
  const [, traceId = ''] =
    /^[\da-f]{2}-([\da-f]{32})-[\da-f]{16}-[\da-f]{2}/.exec(String(headers['traceparent'])) ?? []
  return /^0*$/.test(traceId) ? undefined : traceId
}
