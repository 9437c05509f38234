// Renders the error reference.

import { commonErrors } from '../errorSets.ts'
import { type ErrorDefinition, errorCodes } from '../errors.ts'
import { type ViolationCode, violationCodes } from '../violations.ts'
import { buildExampleFailure, definitionOf, groupCodesByStatus } from './exampleResponses.ts'
import { escapeTags, fence, formatJson, inlineCode, renderTable, toAnchor } from './markdown.ts'

/** Renders `docs/errors.md`: every error code by status, and the codes of violations. */
export function renderErrors(): string {
  const sections = [
    '# Errors',
    renderIntroduction(),
    '## Errors common to all operations',
    `Any operation can answer with these; the [operation reference](operations.md) names only what comes on top.`,
    [...groupCodesByStatus(commonErrors)]
      .map(
        ([status, codes]) =>
          `- ${status}: ${codes.map((name) => `[${name}](#${toAnchor(name)})`).join(', ')}`,
      )
      .join('\n'),
    '## Errors by status',
    ...[...groupCodesByStatus(errorCodes)].flatMap(([status, codes]) => [
      `### ${status}`,
      statusTexts[status] ?? '',
      renderTable(
        ['Code', 'Who acts', 'Retry', 'Text', 'Meaning'],
        codes.map((name) => {
          const { owner, retryable, text, meaning } = definitionOf(name)
          return [
            `<a id="${toAnchor(name)}"></a>${inlineCode(name)}`,
            owner,
            retryable ? 'yes' : 'no',
            escapeTags(text),
            escapeTags(meaning),
          ]
        }),
      ),
    ]),
    '## Codes of flaws',
    '`UNKNOWN_FIELD` and `INVALID_FIELD` list in `details` everything that is wrong with the body: the field by its path, a code and a sentence.',
    renderTable(
      ['Code', 'Meaning'],
      violationCodes.map((violation) => [inlineCode(violation), violationTexts[violation]]),
    ),
  ]
  return `${sections.join('\n\n')}\n`
}

const ownerTexts: Readonly<Record<ErrorDefinition['owner'], string>> = {
  caller: 'the request, the key, or the state of a link has to change',
  service: 'whoever runs the service has to look, or a moment has to pass',
  platform: 'the cause lies at the advertising platform',
}

function renderIntroduction(): string {
  return `Every failure is the same envelope, whatever its status:

${fence('json', formatJson(buildExampleFailure('INVALID_FIELD', 'social/get_page_posts')))}

| Member of \`results\` | What it is |
|---|---|
| \`error\` | What is wrong and what to do, for people. The text may be improved at any time. |
| \`code\` | What is wrong, for machines. Codes stay. |
| \`retryable\` | Whether the same request, unchanged, may succeed later. Wait as long as the header \`Retry-After\` says, if there is one. |
| \`field\` | The member of the body it concerns, such as \`ads[0].headlines[2]\`. Absent when it concerns none. |
| \`details\` | With \`UNKNOWN_FIELD\` and \`INVALID_FIELD\`: everything that is wrong with the body, at most 20 entries. |
| \`operationId\` | For writes: the record of the write, for [operation/get_operation](operations.md#operationget_operation). |
| \`platformError\` | The platform's own names for the failure, where it gave any. |

A status of 4xx means that nothing was changed at the platform. A write that ends with 5xx may have happened: repeat it with the
same \`Idempotency-Key\`, or ask operation/get_operation, before you try anything else.

Who acts: ${Object.entries(ownerTexts)
    .map(([owner, ownerText]) => `**${owner}**, ${ownerText}`)
    .join('; ')}. Words in braces are filled in.`
}

const statusTexts: Readonly<Record<number, string>> = {
  200: 'With `results.success: false`: the request was understood and allowed, the platform was asked, and it definitely refused.',
  400: 'The request is wrong by itself, whatever is stored or linked.',
  401: 'The API key does not open the door. Why is not told, so that nobody can learn anything by trying.',
  403: 'The API key is good, but this is not allowed.',
  404: 'What the request addresses is not there.',
  405: 'The path exists, but not with this method.',
  408: 'The request took too long to arrive.',
  409: 'Something on our side stands against it for now: a missing link, or another request in progress. Settle that, then send it again.',
  413: 'The body is too large.',
  414: 'The URL is too long.',
  415: 'The body is not JSON.',
  417: 'The `Expect` header cannot be met.',
  422: 'The request is well-formed, but contradicts something that is stored or linked. Nothing was written.',
  429: 'You are too fast. `Retry-After` says how long to wait, `RateLimit` what is left.',
  431: 'The headers are too large.',
  500: 'A defect of the service.',
  502: 'The platform failed or answered with something that cannot be understood.',
  503: 'Not now: the service is overloaded or shutting down, its database is away, or the platform does not take requests.',
  504: 'No outcome in time. For a write it is open whether it happened; it is being found out.',
}

const violationTexts: Readonly<Record<ViolationCode, string>> = {
  UNKNOWN:
    'The operation does not declare the member. The sentence names the nearest one that it does, if any is near.',
  REQUIRED: 'The member is missing.',
  WRONG_TYPE: 'The value has another type than documented. Types are not converted.',
  NOT_ALLOWED: 'The value is not one of those that are allowed.',
  MALFORMED: 'The text is not written in the form that is asked for.',
  TOO_SHORT: 'The text is empty or too short.',
  TOO_LONG: 'The text is too long.',
  TOO_FEW: 'The array has too few entries.',
  TOO_MANY: 'The array has too many entries.',
  OUT_OF_RANGE: 'The number is too small or too large.',
  DUPLICATE: 'The entry repeats an earlier one.',
  CONFLICT: 'The value contradicts another member of the body.',
}
