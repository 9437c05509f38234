import { z } from 'zod'
import { withAliases } from '../../aliases.ts'
import { declareOperation } from '../../declare.ts'
import { leadFormIdFields, line, upstreamId, userId } from '../../values.ts'
import { demoUser } from '../demo.ts'

export const create_test_lead = declareOperation({
  writeEffect: { platform: 'social', scope: 'write', event: 'test_lead.created' },
  summary: 'Submits a lead form as a test. lead/list_leads then lists the lead.',
  description: 'A form can have one test lead at a time. To delete it, call operation/undo_operation.',
  errors: ['OBJECT_NOT_FOUND', 'REFERENCE_NOT_FOUND'],
  permissions: [{ permission: 'leads_retrieval' }, { permission: 'pages_manage_ads' }],
  input: z.object({
    userId,
    formId: withAliases(upstreamId, ...leadFormIdFields),
    fields: z
      .array(
        z.object({ name: line(100).describe('Name of the field, as in lead/list_leads.'), value: line(500) }),
      )
      .max(50)
      .optional()
      .describe('Answers to the questions. Meta generates missing answers.'),
    replace: z.boolean().optional().describe('Whether to delete an existing test lead first.'),
  }),
  results: z.object({ testLeadId: z.string().describe("The platform's id of the test lead.") }),
  example: {
    body: {
      userId: demoUser,
      formId: '700011',
      fields: [{ name: 'EMAIL', value: 'test@bakery.example' }],
      replace: true,
    },
    results: { testLeadId: '1460000000000001' },
  },
})
