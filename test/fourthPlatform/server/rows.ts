// The rows of Town Board's responses.

import { list, number, openEnum, type Row, row, type Shape, text } from '../connector-kit/rows.ts'

/** A page of a list, with the number of rows on all pages. */
function page<RowShape extends Shape>(shape: RowShape) {
  return row({ rows: list(shape), total: number })
}

const status = openEnum('DRAFT', 'ACTIVE', 'PAUSED', 'DELETED')

export const campaignRow = row({
  id: text,
  name: text,
  dailyBudget: number,
  status,
  /** The marker of the write that created the campaign. */
  reference: text,
})
export type TownCampaign = Row<typeof campaignRow>

/** The figures of one campaign on one day. */
const figuresRow = row({
  campaign: text,
  name: text,
  status,
  day: text,
  views: number,
  clicks: number,
  cost: number,
})
export type TownFigures = Row<typeof figuresRow>

/** A reader's reply to an ad. */
const replyRow = row({
  id: text,
  campaign: text,
  campaignName: text,
  submittedAt: number,
  name: text,
  phone: text,
})
export type TownReply = Row<typeof replyRow>

export const campaignPage = page(campaignRow.shape)
export const figuresPage = page(figuresRow.shape)
export const replyPage = page(replyRow.shape)

/** A write returns the id of the object that it changed. */
export const changedRow = row({ id: text })
