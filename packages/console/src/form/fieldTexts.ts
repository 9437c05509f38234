// Labels and help texts of form fields. Keys are a field, or an operation and a field where the text differs.
// Fields inside lists have no index. Fields that are not listed use their declared name.

interface FieldText {
  readonly label?: string
  readonly help?: string
  /** Continues the sentence "Defaults to", for optional fields. */
  readonly fallback?: string
}

export const fieldTexts: Readonly<Record<string, FieldText>> = {
  'report/get_report startDate': { label: 'From' },
  'report/get_report endDate': { label: 'Until' },
  'report/get_report userIds': { label: 'User' },
  campaignName: { help: 'Only you see this name.' },
  dailyBudget: { help: 'Average spend per day, such as 25.50.' },
  lifetimeBudget: { help: 'Total spend of the campaign, instead of a daily budget. Requires an end date.' },
  // The declared name of the field on LinkedIn. It appears in errors of forms that left the field empty.
  totalBudget: { label: 'Lifetime budget' },
  endDate: { fallback: 'no end date: the campaign runs until someone pauses the campaign' },
  platforms: { label: 'Placements', fallback: 'automatic placement by the platform' },
  locations: { help: 'Places of the people who see the ads.' },
  'search/create_search_campaign locations': {
    help: 'Places of the people who see the ads. To target a radius instead, set “Distance around a place”.',
  },
  negativeLocations: { label: 'Excluded locations' },
  ages: { fallback: 'people aged 18 and older' },
  'ages.max': { help: '65 means 65 and older.' },
  gender: { fallback: 'all genders' },
  locales: { label: 'Languages', fallback: 'all languages' },
  languages: { fallback: 'all languages' },
  language: { help: 'Language of the people who see the ads.', fallback: 'English' },
  operatingSystems: { fallback: 'all operating systems' },
  devices: { fallback: 'all devices' },
  audienceExpansion: { label: 'Also reach similar people', help: '' },
  audienceNetwork: { label: 'Also show the ads on partner sites', help: '' },
  excludedAudienceIds: { label: 'Excluded audiences' },
  specialAdCategories: {
    help: 'Choose a category if the ads are about one of these topics. The law restricts such ads.',
  },
  specialAdCountries: {
    help: 'Countries to which the category applies, as two-letter codes such as DE.',
  },
  leadFormId: { help: 'Form that opens when someone clicks the ad.' },
  leadFormAssetId: { label: 'Lead form', help: 'Form that opens when someone clicks the ad.' },
  pixelId: { help: 'The pixel counts the actions of people on your site.' },
  conversionEvent: { help: 'Action that counts as a result, such as PURCHASE. Requires a pixel.' },
  conversionEvents: {
    label: 'Conversion actions',
    help: 'Actions that count as results. Required for the objective Conversion.',
  },
  bid: { help: 'Maximum cost per result.', fallback: 'automatic bidding by the platform' },
  'ads.name': { fallback: 'the name of the campaign with a number' },
  'ads.postId': {
    help: 'An existing post. Without a post, the ad needs a text, a headline, and an image or a video.',
  },
  'ads.imageUrl': { label: 'Image URL or file', help: 'Public URL of an image, or a file that you upload.' },
  'ads.url': { help: 'Page that the ad opens.' },
  'social/create_campaign ads.url': {
    help: 'Page that the ad opens. Not required for an ad with a lead form.',
  },
  'pro/create_campaign ads.url': {
    help: 'Page that the ad opens. Required for traffic, conversions and a button.',
  },
  'pro/create_campaign ads.videoId': { label: 'Video id', help: 'pro/upload_video returns this id.' },
  'ads.callToAction': { label: 'Button', fallback: 'a button that suits the objective' },
  'ads.headlineIndexToPinFirstSlot': {
    label: 'Headline that always comes first',
    fallback: 'rotating headlines',
  },
  'ads.descriptionIndexToPinFirstSlot': {
    label: 'Description that always comes first',
    fallback: 'rotating descriptions',
  },
  proximityTargeting: { label: 'Distance around a place', help: 'Replaces the locations.' },
  'proximityTargeting.latitude_in_micro_degrees': {
    label: 'Latitude in millionths of a degree',
    help: 'For 52.520008, enter 52520008.',
  },
  'proximityTargeting.longitude_in_micro_degrees': {
    label: 'Longitude in millionths of a degree',
    help: 'For 13.404954, enter 13404954.',
  },
  geo_target_type: {
    label: 'People to reach in the locations',
    fallback: 'people who are there, without people who only search for the place',
  },
  locationGroupId: {
    label: 'Location group id',
    help: 'search/create_location_group returns this id.',
  },
  callouts: { help: 'Short phrases below the ad, such as Free delivery.' },
  phoneNumber: { help: 'National format, as dialed within the country.' },
  phoneNumberCountryCode: { label: 'Country of the phone number', help: 'Two-letter code, such as DE.' },
  images: { label: 'Images', help: 'Public URLs of images, or files that you upload.' },
  utmParams: {
    label: 'Tracking parameters',
    help: 'Parameters in the URL of each ad, such as utm_source=ads&utm_medium=paid.',
  },
  advertiser: {
    help: 'The platform shows these names with ads in the European Union.',
    fallback: 'the names that the ad account has',
  },
  'advertiser.beneficiary': { help: 'Person or organization that the ads are for.' },
  'advertiser.payer': { help: 'Person or organization that pays for the ads.' },
  notPoliticalAdvertising: {
    help: 'You declare that the ads are not political. adrail does not create political ads.',
  },
  status: {
    help: 'A paused campaign spends nothing until you activate the campaign.',
    fallback: 'an active campaign',
  },
}
