// Labels and help texts of form fields. Keys are a field, or an operation and a field where the text differs.
// Fields inside lists have no index. Fields that are not listed use their declared name.

interface FieldText {
  readonly label?: string
  readonly help?: string
}

export const fieldTexts: Readonly<Record<string, FieldText>> = {
  'report/get_report startDate': { label: 'From' },
  'report/get_report endDate': { label: 'Until' },
  'report/get_report userIds': { label: 'User' },
  campaignName: { help: 'Seen by you alone.' },
  dailyBudget: { help: 'What it spends a day on average, such as 25.50.' },
  lifetimeBudget: { help: 'For the whole time, in place of a daily budget. Needs an end date.' },
  // The declared name of the field on LinkedIn. It appears in errors of forms that left the field empty.
  totalBudget: { label: 'Lifetime budget' },
  endDate: { help: 'Left empty: it runs until somebody pauses it.' },
  platforms: { label: 'Where it is shown', help: 'Left empty: the platform chooses.' },
  locations: { help: 'Where the people are who see the ads.' },
  'search/create_search_campaign locations': {
    help: 'Where the people are who see the ads. A distance around a place can be set below instead.',
  },
  negativeLocations: { label: 'Locations to leave out' },
  ages: { help: 'Left empty: everybody from 18 on.' },
  'ages.max': { help: '65 stands for 65 and older.' },
  gender: { help: 'Left empty: everybody.' },
  locales: { label: 'Languages', help: 'Left empty: all languages.' },
  languages: { help: 'Left empty: all languages.' },
  language: { help: 'Of the people who see the ads. Left empty: English.' },
  operatingSystems: { help: 'Left empty: all.' },
  devices: { help: 'Left empty: all.' },
  audienceExpansion: { label: 'Reach similar people, too', help: '' },
  audienceNetwork: { label: 'Show the ads on partner sites, too', help: '' },
  excludedAudienceIds: { label: 'Audiences to leave out' },
  specialAdCategories: {
    help: 'What the ads are about, if it is one of these: the law sets limits for them.',
  },
  specialAdCountries: {
    help: 'Countries for which a category was chosen, each by two letters such as DE.',
  },
  leadFormId: { help: 'The form that opens when somebody follows the ad.' },
  leadFormAssetId: { label: 'Lead form', help: 'The form that opens when somebody follows the ad.' },
  pixelId: { help: 'It counts what people do on your site.' },
  conversionEvent: { help: 'What counts as a result, such as PURCHASE. Needs a pixel.' },
  conversionEvents: { label: 'What counts as a result', help: 'Needed where the objective is Conversion.' },
  bid: { help: 'The most that a result may cost. Left empty: the platform bids by itself.' },
  'ads.name': { help: 'Left empty: that of the campaign with a number.' },
  'ads.postId': {
    help: 'A post that is there already. Left empty: a text, a headline and an image or a video are needed.',
  },
  'ads.imageUrl': { label: 'URL of an image', help: 'It is fetched from there.' },
  'ads.url': { help: 'Where the ad leads.' },
  'social/create_campaign ads.url': { help: 'Where the ad leads. Not needed where it opens a lead form.' },
  'pro/create_campaign ads.url': {
    help: 'Where the ad leads. Needed for traffic, conversions and a button.',
  },
  'pro/create_campaign ads.videoId': { label: 'Id of a video', help: 'From the upload of the video.' },
  'ads.callToAction': { label: 'Button', help: 'Left empty: the one that suits the objective.' },
  'ads.headlineIndexToPinFirstSlot': {
    label: 'Headline that always comes first',
    help: 'Left empty: they take turns.',
  },
  'ads.descriptionIndexToPinFirstSlot': {
    label: 'Description that always comes first',
    help: 'Left empty: they take turns.',
  },
  negativeKeywords: { label: 'Keywords to leave out' },
  proximityTargeting: { label: 'Distance around a place', help: 'In place of locations.' },
  'proximityTargeting.latitude_in_micro_degrees': {
    label: 'Latitude, in millionths of a degree',
    help: '52.520008 is written 52520008.',
  },
  'proximityTargeting.longitude_in_micro_degrees': {
    label: 'Longitude, in millionths of a degree',
    help: '13.404954 is written 13404954.',
  },
  geo_target_type: {
    label: 'Who counts as being there',
    help: 'Left empty: people who are there, and not those who only look for the place.',
  },
  locationGroupId: {
    label: 'Id of a location group',
    help: 'From the creation of the group.',
  },
  callouts: { help: 'Short words below the ad, such as Free delivery.' },
  phoneNumber: { help: 'As it is dialled in its country.' },
  phoneNumberCountryCode: { label: 'Country of the phone number', help: 'Two letters, such as DE.' },
  images: { label: 'URLs of images', help: 'They are fetched from there.' },
  utmParams: {
    label: 'Parameters for tracking',
    help: 'Added to the URL of each ad, such as utm_source=ads&utm_medium=paid.',
  },
  advertiser: { help: 'Shown with ads in the European Union. Left empty: what the ad account has counts.' },
  'advertiser.beneficiary': { help: 'Whom the ads are for.' },
  'advertiser.payer': { help: 'Who pays for them.' },
  notPoliticalAdvertising: {
    help: 'You declare that the ads are not political. Political ads cannot be created here.',
  },
  status: { help: 'Paused creates it switched off. Left empty: it is switched on.' },
}
