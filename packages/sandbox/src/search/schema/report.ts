// Numbers and the dimensions they can be split by. The platform has some hundred of each; these are the ones the delivery
// model can answer.

import type { MessageSpec } from './declare.ts'

export const reportMessages: Readonly<Record<string, MessageSpec>> = {
  Metrics: {
    impressions: 'int64?',
    clicks: 'int64?',
    interactions: 'int64?',
    cost_micros: 'int64?',
    ctr: 'double?',
    interaction_rate: 'double?',
    average_cpc: 'double?',
    average_cpm: 'double?',
    average_cost: 'double?',
    conversions: 'double?',
    conversions_value: 'double?',
    conversions_from_interactions_rate: 'double?',
    all_conversions: 'double?',
    all_conversions_value: 'double?',
    cost_per_conversion: 'double?',
    cost_per_all_conversions: 'double?',
    value_per_conversion: 'double?',
  },
  Segments: {
    date: 'string?',
    day_of_week: 'enum:DayOfWeek',
    week: 'string?',
    month: 'string?',
    quarter: 'string?',
    year: 'int32?',
  },
}
