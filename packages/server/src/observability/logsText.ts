// Generates docs/logs.md from the catalog of log events.

import { type LogEvent, logEvents } from './logEvents.ts'

export function renderLogsDoc(): string {
  const rows = (Object.keys(logEvents) as LogEvent[]).map((event) => {
    const { msg, meaning, action } = logEvents[event]
    return `| \`${event}\` | ${meaning} | ${action} | ${msg === event ? '' : `\`${msg}\``} |`
  })
  return `# Logs

Every process writes its log to standard output: JSON lines, or short lines for people if standard output is a terminal.
[\`LOG_LEVEL\`](configuration.md) sets the lowest level.

Every line has \`level\`, \`time\` (UTC) and \`event\`, a stable name from the table below. The other fields depend on the event: ids
(\`requestId\`, \`operationId\`, \`workspaceId\`, \`userId\`, \`credentialId\`), \`platform\`, \`note\` (the cause as a text) and \`error\` (with its
stack). adrail never logs tokens, secrets or what people enter in lead forms. Some lines have the client's \`address\`:
[which ones](running.md#health-metrics-logs).

\`msg\` has the text of earlier releases. Filter by \`event\`: \`msg\` can change with the next release.

| event | meaning | what to do | former \`msg\` |
|---|---|---|---|
${rows.join('\n')}
`
}
