// Sentences for the codes of the API, written for the sandbox; codes without one get their name as a sentence.

const sentences: Readonly<Record<string, string>> = {
  'authenticationError.NOT_ADS_USER': 'The Google account has no access to any ads account.',
  'authenticationError.OAUTH_TOKEN_INVALID': 'The OAuth access token is not valid.',
  'authenticationError.OAUTH_TOKEN_EXPIRED': 'The OAuth access token has expired.',
  'authenticationError.OAUTH_TOKEN_REVOKED': 'The OAuth access token was revoked.',
  'authenticationError.OAUTH_TOKEN_HEADER_INVALID': 'The Authorization header carries no OAuth access token.',
  'authenticationError.CUSTOMER_NOT_FOUND': 'No customer found for the provided customer id.',
  'authorizationError.USER_PERMISSION_DENIED':
    "User doesn't have permission to access customer. Note: If you're accessing a client customer, the manager's customer id must be set in the 'login-customer-id' header.",
  'authorizationError.CUSTOMER_NOT_ENABLED':
    "The customer account can't be accessed because it is not yet enabled or has been deactivated.",
  'authorizationError.ACTION_NOT_PERMITTED': 'The user does not have permission to perform this action.',
  'authorizationError.ACTION_NOT_PERMITTED_FOR_SUSPENDED_ACCOUNT':
    'The action is not permitted because the account is suspended.',
  'headerError.INVALID_LOGIN_CUSTOMER_ID': 'The login customer ID could not be validated.',
  'requestError.INVALID_CUSTOMER_ID': 'The customer ID in the request is invalid.',
  'requestError.INVALID_PAGE_TOKEN': 'The page token is invalid.',
  'requestError.EXPIRED_PAGE_TOKEN': 'The page token has expired.',
  'requestError.PAGE_SIZE_NOT_SUPPORTED':
    'Setting the page size is not supported. Search responses have a fixed page size of 10000 rows.',
  'requestError.RESOURCE_NAME_MALFORMED': 'The resource name is malformed.',
  'requestError.RESOURCE_NAME_MISSING': 'The resource name is missing.',
  'requestError.OPERATION_REQUIRED': 'The operation is missing.',
  'requestError.TOO_MANY_MUTATE_OPERATIONS': 'The request contains more operations than a mutate may have.',
  'requestError.INVALID_ENUM_VALUE': 'The enum value is not permitted.',
  'requestError.CANNOT_BE_EXECUTED_BY_MANAGER_ACCOUNT':
    'The request cannot be executed by a manager account.',
  'fieldError.REQUIRED': 'The required field was not present.',
  'fieldError.IMMUTABLE_FIELD': 'The field cannot be changed after the resource was created.',
  'fieldError.VALUE_MUST_BE_UNSET': 'The field is set by the server and must be left unset.',
  'fieldError.INVALID_VALUE': "The field's value is invalid.",
  'fieldMaskError.FIELD_MASK_MISSING': 'The field mask must be provided for update operations.',
  'fieldMaskError.FIELD_NOT_FOUND': 'The field mask names a field that does not exist.',
  'fieldMaskError.FIELD_HAS_SUBFIELDS': 'The field mask must name the subfields of a message one by one.',
  'stringLengthError.TOO_LONG': 'Too long.',
  'stringLengthError.TOO_SHORT': 'Too short.',
  'collectionSizeError.TOO_MANY': 'Too many.',
  'collectionSizeError.TOO_FEW': 'Too few.',
  'rangeError.TOO_LOW': 'Too low.',
  'rangeError.TOO_HIGH': 'Too high.',
  'mutateError.RESOURCE_NOT_FOUND': 'Resource was not found.',
  'mutateError.INCONSISTENT_FIELD_VALUES': 'The resource name contradicts the fields it is made of.',
  'mutateError.MUTATE_NOT_ALLOWED': 'Mutates are not allowed for the requested resource.',
  'mutateError.RESOURCE_ALREADY_EXISTS': 'The resource already exists.',
  'mutateError.ID_EXISTS_IN_MULTIPLE_MUTATES':
    'The same resource is changed by more than one operation of the request.',
  'mutateError.EU_POLITICAL_ADVERTISING_DECLARATION_REQUIRED':
    'The account has campaigns without a declaration about EU political advertising; declare them first.',
  'newResourceCreationError.CANNOT_SET_ID_FOR_CREATE': 'The id cannot be set for a resource to be created.',
  'newResourceCreationError.DUPLICATE_TEMP_IDS': 'A temporary id is used by more than one new resource.',
  'newResourceCreationError.TEMP_ID_RESOURCE_HAD_ERRORS':
    'The resource behind the temporary id could not be created.',
  'campaignError.DUPLICATE_CAMPAIGN_NAME': 'An active or paused campaign with this name already exists.',
  'campaignError.INVALID_CAMPAIGN_NAME': 'The campaign name contains characters that are not allowed.',
  'campaignError.CANNOT_TARGET_SEARCH_NETWORK_WITHOUT_GOOGLE_SEARCH':
    'The search network can be targeted only together with Google search.',
  'campaignError.CAMPAIGN_MUST_TARGET_AT_LEAST_ONE_NETWORK': 'A campaign must target at least one network.',
  'campaignBudgetError.DUPLICATE_NAME': 'A shared budget with this name already exists.',
  'campaignBudgetError.NON_MULTIPLE_OF_MINIMUM_CURRENCY_UNIT':
    "The amount is not a multiple of the currency's smallest billable unit.",
  'campaignBudgetError.MONEY_AMOUNT_TOO_LARGE': 'The amount is larger than any budget may be.',
  'campaignBudgetError.NEGATIVE_MONEY_AMOUNT': 'The amount must be greater than zero.',
  'campaignBudgetError.BUDGET_BELOW_PER_DAY_MINIMUM': 'The budget is below the minimum per day.',
  'campaignBudgetError.CAMPAIGN_BUDGET_IN_USE': 'The budget is used by a campaign and cannot be removed.',
  'dateRangeError.CANNOT_SET_DATE_TO_PAST': "The date lies in the past in the account's time zone.",
  'dateRangeError.START_DATE_AFTER_END_DATE': 'The start lies after the end.',
  'dateError.INVALID_STRING_DATE_TIME_SECONDS': "The date must be written as 'yyyy-MM-dd HH:mm:ss'.",
  'dateError.DATE_RANGE_ERROR_START_TIME_MUST_BE_THE_START_OF_A_DAY':
    'The start must be the first second of a day.',
  'dateError.DATE_RANGE_ERROR_END_TIME_MUST_BE_THE_END_OF_A_DAY': 'The end must be the last second of a day.',
  'adGroupError.DUPLICATE_ADGROUP_NAME': 'An ad group with this name already exists in the campaign.',
  'criterionError.KEYWORD_TEXT_TOO_LONG': 'A keyword may have at most 80 characters.',
  'criterionError.KEYWORD_HAS_TOO_MANY_WORDS': 'A keyword may have at most 10 words.',
  'criterionError.KEYWORD_HAS_INVALID_CHARS': 'The keyword contains characters that are not allowed.',
  'criterionError.INVALID_KEYWORD_TEXT': 'The keyword text is not valid.',
  'criterionError.INVALID_CRITERION_ID': 'The id does not name something that can be targeted.',
  'criterionError.CANNOT_TARGET_CRITERION': 'The criterion cannot be targeted.',
  'criterionError.CANNOT_TARGET_OBSOLETE_CRITERION':
    'The criterion is obsolete and cannot be targeted any more.',
  'criterionError.CANNOT_TARGET_LANGUAGE': 'The language cannot be targeted.',
  'criterionError.INVALID_PROXIMITY_RADIUS': 'The radius is not within the allowed range.',
  'criterionError.INVALID_LATITUDE': 'The latitude is not within the allowed range.',
  'criterionError.INVALID_LONGITUDE': 'The longitude is not within the allowed range.',
  'campaignCriterionError.CANNOT_TARGET_AND_EXCLUDE':
    'The campaign cannot target and exclude the same criterion.',
  'adError.LINE_TOO_WIDE': 'The text is too wide for its line.',
  'urlFieldError.FINAL_URL_SUFFIX_MALFORMED': 'The final URL suffix is malformed.',
  'urlFieldError.MALFORMED_FINAL_URL': 'The final URL is malformed.',
  'urlFieldError.MISSING_PROTOCOL_IN_FINAL_URL': 'The final URL has no protocol.',
  'urlFieldError.INVALID_PROTOCOL_IN_FINAL_URL': 'The final URL must begin with http or https.',
  'policyFindingError.POLICY_FINDING': 'The resource violates a policy.',
  'policyViolationError.POLICY_ERROR': 'The text violates a policy.',
  'assetError.LEAD_FORM_MISSING_AGREEMENT':
    'The lead form terms of service have not been accepted for this account.',
  'assetError.LEAD_FORM_INVALID_FIELDS_COMBINATION': 'The lead form fields cannot stand together.',
  'assetError.DUPLICATE_ASSET_NAME': 'An asset of this type with this name already exists.',
  'assetError.DUPLICATE_ASSETS_WITH_DIFFERENT_FIELD_VALUE':
    'The request contains equal assets that differ in other fields.',
  'assetError.ASSET_DATA_IS_MISSING': 'The asset has no data.',
  'assetError.CUSTOMER_NOT_ON_ALLOWLIST_FOR_ASSET_TYPE': 'The account may not use assets of this type.',
  'assetError.NAME_REQUIRED_FOR_ASSET_TYPE': 'Assets of this type need a name.',
  'assetLinkError.FIELD_TYPE_INCOMPATIBLE_WITH_ASSET_TYPE':
    'The asset cannot be linked under this field type.',
  'assetLinkError.IMAGE_NOT_WITHIN_SPECIFIED_DIMENSION_RANGE':
    'The image does not have the dimensions this link asks for.',
  'assetSetError.DUPLICATE_ASSET_SET_NAME': 'An enabled asset set with this name already exists.',
  'assetSetAssetError.PARENT_LINKAGE_DOES_NOT_EXIST': 'The asset is not a member of the parent asset set.',
  'assetSetLinkError.DUPLICATE_ASSET_SET_LINK': 'The asset set is linked already.',
  'resourceCountLimitExceededError.RESOURCE_LIMIT': 'The limit of resources of this kind is reached.',
  'databaseError.CONCURRENT_MODIFICATION':
    'Multiple requests were attempting to modify the same resource at once. Retry the request.',
  'internalError.TRANSIENT_ERROR': 'A transient error occurred. Retry the request.',
}

export function messageOf(code: string): string {
  const sentence = sentences[code]
  if (sentence !== undefined) return sentence
  const words = (code.split('.')[1] ?? code).toLowerCase().replaceAll('_', ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
}
