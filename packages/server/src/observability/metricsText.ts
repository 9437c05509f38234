// Generates docs/metrics.md from the table of metrics.

import { type MetricDeclaration, metricTable } from './metricTable.ts'

export function renderMetricsDoc(): string {
  const declarations: readonly MetricDeclaration[] = Object.values(metricTable)
  const perProcess = declarations.filter(({ shared }) => shared !== true)
  const shared = declarations.filter((metric) => metric.shared === true)
  return `# Metrics

Every process serves its metrics for Prometheus at \`/metrics\` on \`METRICS_PORT\` ([configuration](configuration.md)). A
dashboard and alert rules for these metrics are in [deploy](../deploy). For the response to each alert, see
[Alerts](alerts.md).

Labels have few values, and no label contains a user, an account or a secret. Times are in seconds.

## Metrics of each process

Sum these metrics over all processes.

${renderTable(perProcess)}
adrail also serves the metrics of Node under their usual names: \`process_*\` (processor, memory, open files, start) and
\`nodejs_*\` (heap, garbage collection, event-loop lag as \`nodejs_eventloop_lag_p99_seconds\` and others).

## Metrics of the database

adrail reads these metrics from the database for each scrape, so all processes return the same values. Use the maximum,
never the sum. While the database does not respond, the metrics are absent, and \`adrail_store_up\` is 0.

${renderTable(shared)}`
}

function renderTable(metrics: readonly MetricDeclaration[]): string {
  const rows = metrics.map(
    ({ name, kind, labels, help }) =>
      `| \`${name}\` | ${kind} | ${labels.map((label) => `\`${label}\``).join(', ')} | ${help} |\n`,
  )
  return `| name | type | labels | description |\n|---|---|---|---|\n${rows.join('')}`
}
