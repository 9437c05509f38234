/** Categories of ads that the law watches, as campaigns and searches for audiences declare them. */
export const specialCategories = [
  'NONE',
  'CREDIT',
  'EMPLOYMENT',
  'FINANCIAL_PRODUCTS_SERVICES',
  'HOUSING',
  'ISSUES_ELECTIONS_POLITICS',
  'ONLINE_GAMBLING_AND_GAMING',
]
