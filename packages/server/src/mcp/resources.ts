// Documents that a client can give to a model: a summary of the service and the error codes.

import { renderErrors, renderLlmsText } from '@adrail/contract'
import { findByName } from './unknownName.ts'

interface ResourceDefinition {
  readonly uri: string
  readonly name: string
  readonly description: string
  readonly mimeType: string
  text(publicUrl: string): string
}

const definitions: readonly ResourceDefinition[] = [
  {
    uri: 'adrail://llms.txt',
    name: 'llms.txt',
    description: 'Every operation with its body and results, in short.',
    mimeType: 'text/plain',
    text: (serverUrl) => renderLlmsText({ serverUrl }),
  },
  {
    uri: 'adrail://errors.md',
    name: 'errors.md',
    description: 'Every error code: when it occurs and what to do.',
    mimeType: 'text/markdown',
    text: () => renderErrors(),
  },
]

export const resources = definitions.map(({ text: _, ...resource }) => resource)

export function readResource(uri: string, publicUrl: string) {
  const resource = findByName('resource', 'uri', uri, definitions, (definition) => definition.uri)
  return { contents: [{ uri, mimeType: resource.mimeType, text: resource.text(publicUrl) }] }
}
