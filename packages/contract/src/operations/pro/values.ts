// The kinds of values that campaigns of the professional network are made of.

import { z } from 'zod'
import { fails } from '../../values.ts'

const pattern = (expression: string, message: string) =>
  z
    .string()
    .refine((value) => new RegExp(expression).test(value), fails('MALFORMED', message))
    .meta({ pattern: expression })

export const facets = [
  'locations',
  'languages',
  'jobFunctions',
  'seniorities',
  'titles',
  'skills',
  'industries',
  'companySizes',
  'companies',
] as const

export const postId = pattern(
  '^urn:li:(share|ugcPost):[0-9]{1,20}$',
  'must be a post id of pro/get_page_posts, such as "urn:li:share:7180100001".',
)
export const videoId = pattern(
  '^[A-Za-z0-9_-]{1,100}$',
  'must be a video id of pro/upload_video: letters, digits, "_" and "-".',
)
export const companySize = pattern(
  '^[0-9]{1,10}-[0-9]{1,10}$',
  'must be an id of pro/search_targeting for companySizes, such as "51-200".',
)
export const language = pattern(
  '^[a-z]{2}_[A-Z]{2}$',
  'must be an id of pro/search_targeting for languages, such as "en_US".',
)
