// Renders the operation reference: an index, and one page per group.

import { formatMediaTypes } from '../binaryBody.ts'
import { type GroupName, groupNames, groups } from '../groups.ts'
import { scopes, scopesOf } from '../operation.ts'
import { declarationOf, groupOf, type OperationName, operationNames } from '../operations.ts'
import { describeRules } from './aliases.ts'
import { effectTexts } from './effects.ts'
import { buildExampleSuccess, groupCodesByStatus } from './exampleResponses.ts'
import { listFields } from './fields.ts'
import {
  fence,
  formatJson,
  inlineCode,
  linkOperations,
  operationLink,
  renderTable,
  toAnchor,
} from './markdown.ts'
import { describeCurlBody } from './requestBody.ts'
import { deriveSchemas, listCommonTextRules, type Schemas } from './schemas.ts'

/** Renders `docs/operations.md`: the conventions of all operations, and links to each operation. */
export function renderOperations(): string {
  const sections = [
    '# Operations',
    renderIntroduction(),
    '## Contents',
    ...groupNames.flatMap((group) => [
      `### [${groups[group].title}](operations/${group}.md)`,
      groups[group].description,
      renderContents(group, 'operations/'),
    ]),
  ]
  return `${sections.join('\n\n')}\n`
}

/** Renders `docs/operations/<group>.md`: each operation of the group with fields, rules, errors and an example. */
export function renderOperationGroup(group: GroupName): string {
  const derivedSchemas = deriveSchemas()
  const sections = [
    `# ${groups[group].title}`,
    `${linkOperations(groups[group].description, '')} The [conventions for all operations](../operations.md) apply.`,
    renderContents(group, ''),
    ...listGroupOperations(group).map((name) => describeOperation(name, derivedSchemas)),
  ]
  return `${sections.join('\n\n')}\n`
}

function renderIntroduction(): string {
  const textRules = listCommonTextRules().map((rule) => `Texts ${rule}`)
  return `Every operation is a \`POST\` to \`/<group>/<operation>\` with a JSON object as the body and an API key in the
\`x-api-key\` header. For the machine-readable description, see [openapi.json](openapi.json). For all errors, see
[errors.md](errors.md).

**Bodies.** Types are exact: \`"5"\` is not a number, and \`null\` is not the same as an absent field. adrail refuses
unknown and duplicate fields, so a misspelled \`dryRun\` never spends money. The error for an unknown field (\`UNKNOWN_FIELD\`)
suggests the most similar field name. The response lists all violations in the body, by path. ${textRules.join(' ')}

**Responses** always have the same envelope, regardless of the status:

${fence('json', formatJson({ success: true, requestId: 'req_…', results: { success: true, error: '', '…': '…' } }))}

- \`success\` is true if and only if the HTTP status is 200.
- \`results.success\` is true if the operation succeeded. Otherwise, \`results.error\` describes the problem. Status 200 with
  \`results.success: false\` means that the platform definitely refused the request.
- The page for each group lists the other fields in \`results\`. Later releases may add fields to responses, but documented fields keep their meaning.
- \`results.warnings\`, an array of strings, lists problems that did not make the call fail.

**Lists** with more than one page return \`results.pagination\` with \`next\` and \`previous\`. To get the next or previous page, send
that value as \`pagination\`. An empty value means that there is no such page. On LinkedIn, you can page through campaigns,
ad groups and ads only forward, so \`previous\` is always empty there.

**Writes** change something on a platform. They accept two additional fields and one header:

- With \`dryRun: true\`, adrail checks everything, including on the platform, and returns \`dryRun: true\`, \`plan\` and \`planHash\` without changing anything.
- With \`planHash\`, adrail executes the write only if the write still matches the plan. Otherwise, adrail returns \`PLAN_CHANGED\`.
- The \`Idempotency-Key\` header makes retries of a write safe. adrail executes one write per key and body, and returns the same
  response to every retry (\`Idempotency-Replayed: true\`). Use a random UUID as the key.

**Amounts** of money in results are strings with as many decimals as ISO 4217 defines for the currency: \`60.00\` in EUR, \`60\` in JPY, \`60.000\` in
KWD. If a platform reports more decimals, adrail keeps them. Averages such as \`cpc\` have at least two decimals.

The response to a write contains an \`operationId\`. To get the outcome of the write, pass this id to ${linkOperations('operation/get_operation')}.

**Scopes.** An API key has one or more of these scopes: ${scopes.map((scope) => `\`${scope}\``).join(', ')}. To call an operation,
a key needs one of the scopes that the operation lists. Operations that can cost money require \`spend\`.

**Examples** call a service that runs with the sandbox on its default port. \`ADRAIL_KEY\` is your API key. The key and the
ids of the demo users are in \`demo.json\` in the data folder. Ids that adrail generates at random, such as
\`op_06f0t6t1h2v8k3m9q4w5x7y2z1\`, are placeholders: replace them with ids that adrail returned to you.`
}

/** The rows of the index keep the anchors of the operations, so that links to the index still find them. */
function renderContents(group: GroupName, folder: string): string {
  const rows = listGroupOperations(group).map((name) => {
    const operation = declarationOf(name)
    const { effect, summary } = operation
    const anchor = folder === '' ? '' : `<a id="${toAnchor(name)}"></a>`
    return [
      `${anchor}[${name}](${operationLink(name, folder)})`,
      effect,
      scopesOf(operation).join(' or '),
      summary,
    ]
  })
  return renderTable(['Operation', 'Effect', 'Scope', 'Purpose'], rows)
}

function listGroupOperations(group: GroupName): OperationName[] {
  return operationNames.filter((name) => groupOf(name) === group)
}

function describeOperation(name: OperationName, derivedSchemas: Schemas): string {
  const operation = declarationOf(name)
  const { summary, description, effect, surfaces } = operation
  const scope = scopesOf(operation)
    .map((scopeName) => `\`${scopeName}\``)
    .join(' or ')
  const rules = describeRules(operation)
  const sections = [
    `## ${name}`,
    `${summary}${description ? ` ${linkOperations(description, '')}` : ''}`,
    `Effect: \`${effect}\` (${effectTexts[effect]}) · Scope: ${scope}${surfaces.includes('mcp') ? '' : ' · No MCP tool'}`,
    '**Body**',
    renderBodyTable(name, derivedSchemas),
    ...(rules.length > 0 ? ['Also:', rules.map((rule) => `- ${rule}`).join('\n')] : []),
    '**Results**',
    renderResultsTable(name, derivedSchemas),
    '**Errors**',
    renderErrorsList(name),
    '**Example**',
    fence('sh', renderCurl(name)),
    fence('json', formatJson(buildExampleSuccess(name))),
  ]
  return sections.join('\n\n')
}

function renderBodyTable(name: OperationName, derivedSchemas: Schemas): string {
  const { binaryBody } = declarationOf(name)
  if (binaryBody) return `The bytes of the file, with the \`Content-Type\` ${formatMediaTypes(binaryBody)}.`
  const fields = listFields(derivedSchemas.bodies.get(name) ?? {}, derivedSchemas)
  return renderTable(
    ['Field', 'Type', 'Required', 'Rules'],
    fields.map(({ path, type, required, fallback, notes }) => [
      inlineCode(path),
      type,
      describeRequirement(required, fallback, notes),
      linkOperations(notes, ''),
    ]),
  )
}

function describeRequirement(required: boolean, fallback: unknown, notes: string): string {
  if (required) return 'yes'
  if (fallback !== undefined) return `no, default ${inlineCode(JSON.stringify(fallback))}`
  return notes.startsWith('Required ') ? 'sometimes' : 'no'
}

/** The introduction of the document describes these fields once. */
const envelopeFields: ReadonlySet<string> = new Set(['success', 'error'])

function renderResultsTable(name: OperationName, derivedSchemas: Schemas): string {
  const fields = listFields(derivedSchemas.results.get(name) ?? {}, derivedSchemas).filter(
    ({ path }) => !envelopeFields.has(path),
  )
  if (fields.length === 0) return 'Only `success` and `error`.'
  const hasNotes = fields.some(({ notes }) => notes !== '')
  return renderTable(
    ['Field', 'Type', ...(hasNotes ? ['Notes'] : [])],
    fields.map(({ path, type, required, notes }) => [
      inlineCode(path),
      required ? type : `${type}, may be absent`,
      ...(hasNotes ? [linkOperations(notes, '')] : []),
    ]),
  )
}

function renderErrorsList(name: OperationName): string {
  const commonErrorsLink = '[errors common to all operations](../errors.md#errors-common-to-all-operations)'
  const { errors } = declarationOf(name)
  if (errors.length === 0) return `Only the ${commonErrorsLink}.`
  const lines = [...groupCodesByStatus(errors)].map(
    ([status, codes]) =>
      `- ${status}: ${codes.map((code) => `[${code}](../errors.md#${toAnchor(code)})`).join(', ')}`,
  )
  return `In addition to the ${commonErrorsLink}:\n\n${lines.join('\n')}`
}

function renderCurl(name: OperationName): string {
  const { effect } = declarationOf(name)
  const { header, data } = describeCurlBody(name)
  const lines = [
    `curl -s http://localhost:8080/${name}`,
    `-H "x-api-key: $ADRAIL_KEY" ${header}`,
    ...(effect === 'write' ? [`-H "Idempotency-Key: $(node -p 'crypto.randomUUID()')"`] : []),
    data,
  ]
  return lines.join(' \\\n  ')
}
