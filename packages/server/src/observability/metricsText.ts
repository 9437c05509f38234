// Generates docs/metrics.md from the table of metrics.

import { type MetricDeclaration, metricTable } from './metricTable.ts'

export function renderMetricsDoc(): string {
  const declarations: readonly MetricDeclaration[] = Object.values(metricTable)
  const perProcess = declarations.filter(({ shared }) => shared !== true)
  const shared = declarations.filter((metric) => metric.shared === true)
  return `# Metrics

Every process serves its figures for Prometheus at \`/metrics\` on \`METRICS_PORT\` ([configuration](configuration.md)). A
dashboard and alert rules made of them are in [deploy](../deploy); what to do when one of them fires is in
[alerts.md](alerts.md).

Labels have few values, and none of them names a user, an account or anything secret. Times are in seconds.

## Of each process

Take sums over processes.

${renderTable(perProcess)}
Node's own figures stand beside them under their usual names: \`process_*\` (processor, memory, open files, start) and
\`nodejs_*\` (heap, garbage collection, event-loop lag as \`nodejs_eventloop_lag_p99_seconds\` and others).

## Of the database

Read when they are asked for, so that every process tells the same: take the highest, never the sum. While the database
does not answer they are missing, and \`adrail_store_up\` is 0.

${renderTable(shared)}`
}

function renderTable(metrics: readonly MetricDeclaration[]): string {
  const rows = metrics.map(
    ({ name, kind, labels, help }) =>
      `| \`${name}\` | ${kind} | ${labels.map((label) => `\`${label}\``).join(', ')} | ${help} |\n`,
  )
  return `| name | kind | labels | what it tells |\n|---|---|---|---|\n${rows.join('')}`
}
