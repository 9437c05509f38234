// What people can be targeted by: interests, and some behaviours and demographics. Names are the sandbox's own choice of
// everyday words; ids and sizes follow from the names.

import { textHash } from '../../delivery/chance.ts'

export interface TargetingEntry {
  readonly id: string
  readonly name: string
  /** `interests`, `behaviors`, `life_events` … */
  readonly type: string
  readonly path: readonly string[]
  readonly lowest: number
  readonly highest: number
  readonly description?: string
  /** Not offered to advertisers of housing, employment or credit. */
  readonly restricted: boolean
}

// Top / branch: names.
const interestLines = `
Food and drink/Food: Bread, Sourdough, Rye bread, Baking, Cakes, Cupcakes, Cookies, Pastry, Chocolate, Ice cream, Cheese, Organic food, Seafood, Vegetarianism, Veganism, Gluten-free diet, Street food, Fast food, Breakfast, Brunch, Picnic, Honey, Pasta, Pizza, Sushi, Ramen, Noodles, Rice, Salads, Soup, Sandwiches, Steak, Barbecue, Spices, Olive oil, Potatoes, Eggs, Yogurt, Mushrooms, Truffles
Food and drink/Cooking: Cooking, Recipes, Home cooking, Slow cooking, Meal preparation, Cooking shows, Kitchen gadgets, Cookbooks, Food photography, Fermentation, Pickling, Canning
Food and drink/Beverages: Coffee, Espresso, Cold brew, Tea, Green tea, Matcha, Juice, Smoothies, Energy drinks, Mineral water, Lemonade, Bubble tea, Kombucha
Food and drink/Alcoholic beverages: Beer, Craft beer, Wine, Red wine, Sparkling wine, Whisky, Gin, Cocktails, Sake, Cider, Rum
Food and drink/Restaurants: Restaurants, Coffeehouses, Diners, Bakeries, Food trucks, Fine dining, Food delivery, Bistros, Tea rooms
Food and drink/Cuisine: Italian cuisine, French cuisine, Japanese cuisine, German cuisine, Mexican cuisine, Indian cuisine, Thai cuisine, Korean cuisine, Greek cuisine, Spanish cuisine, Turkish cuisine, Chinese cuisine, Vietnamese cuisine, Middle Eastern cuisine
Hobbies and activities/Home and garden: Gardening, Vegetable gardens, Herb gardens, Houseplants, Succulents, Roses, Orchids, Lawn care, Composting, Greenhouses, Garden tools, Garden design, Balcony gardens, Bonsai, Flower arranging, Permaculture, Beekeeping, Birdwatching, Home improvement, Do it yourself, Furniture, Interior design, Home decor, Candles, Carpentry, Woodworking, Painting and decorating, Smart homes, Cleaning, Storage and shelving
Hobbies and activities/Arts and music: Art, Painting, Drawing, Watercolor, Sculpture, Pottery, Photography, Film photography, Design, Graphic design, Calligraphy, Crafts, Knitting, Crochet, Sewing, Quilting, Embroidery, Jewelry making, Origami, Acting, Dance, Ballet, Salsa, Singing, Guitar, Piano, Violin, Drums, Choir, Opera, Theatre, Museums, Street art
Hobbies and activities/Pets: Pets, Dogs, Dog training, Puppies, Cats, Kittens, Birds, Fish keeping, Aquariums, Horses, Horse riding, Rabbits, Hamsters, Reptiles, Pet food, Animal rescue
Hobbies and activities/Travel: Travel, Air travel, Rail travel, Cruises, Camping, Hiking, Backpacking, Road trips, Beaches, Mountains, Lakes, Islands, City breaks, Hotels, Hostels, Holiday homes, Ecotourism, Theme parks, Adventure travel, Wine tourism, Cycling tours, Luggage, Travel photography, Camper vans
Hobbies and activities/Vehicles: Automobiles, Electric vehicles, Hybrid cars, Motorcycles, Scooters, Bicycles, Electric bicycles, Boats, Sailing, Trucks, Classic cars, Car tuning, Car sharing, Minivans, SUVs
Hobbies and activities/Reading: Books, E-books, Audiobooks, Novels, Crime fiction, Science fiction, Fantasy books, Comics, Manga, Poetry, Biographies, Children's literature, Magazines, Newspapers, Book clubs, Libraries
Hobbies and activities/Current events: Volunteering, Charity, Environmentalism, Climate, Renewable energy, Recycling, Sustainability, Fair trade, Local history, Community
Sports and outdoors/Sports: Football, American football, Baseball, Basketball, Tennis, Table tennis, Badminton, Volleyball, Handball, Golf, Rugby, Cricket, Ice hockey, Swimming, Diving, Rowing, Surfing, Kayaking, Skiing, Snowboarding, Ice skating, Marathons, Triathlons, Athletics, Boxing, Martial arts, Judo, Karate, Climbing, Skateboarding, Horse racing, Formula racing, Cycling, Mountain biking, Archery, Fishing, Hunting, Sailing regattas
Sports and outdoors/Outdoor recreation: Trail running, Nature walks, National parks, Tents, Bushcraft, Geocaching, Stargazing, Wild swimming, Paragliding, Bird photography
Fitness and wellness/Exercise: Physical fitness, Running, Jogging, Walking, Weight training, Bodybuilding, Yoga, Pilates, Meditation, Aerobics, Zumba, Gyms, Personal trainers, Home workouts, Stretching, Spinning
Fitness and wellness/Health: Nutrition, Dieting, Weight loss, Vitamins, Sleep, Mindfulness, Massage, Sauna, Spas, Aromatherapy, Skin care, Hair care, Dental care
Shopping and fashion/Clothing: Clothing, Women's clothing, Men's clothing, Children's clothing, Shoes, Sneakers, Boots, Dresses, Jeans, Suits, Sportswear, Swimwear, Lingerie, Vintage clothing, Sustainable fashion, Streetwear, Hats, Scarves
Shopping and fashion/Accessories: Handbags, Jewelry, Rings, Necklaces, Watches, Sunglasses, Wallets, Belts, Umbrellas, Perfume
Shopping and fashion/Beauty: Cosmetics, Make-up, Nail art, Hairdressing, Beauty salons, Barbershops, Tattoos, Natural cosmetics
Shopping and fashion/Shopping: Online shopping, Shopping malls, Flea markets, Farmers' markets, Boutiques, Discount stores, Coupons, Gift cards, Luxury goods, Antiques, Toys, Second-hand shops
Technology/Computers: Computers, Laptops, Tablets, Computer monitors, Keyboards, Software, Open source, Programming, Web design, Web development, Mobile apps, Cloud computing, Databases, Network storage, Machine learning, Robotics, 3D printing
Technology/Consumer electronics: Smartphones, Cameras, Drones, Headphones, Loudspeakers, Televisions, Game consoles, Smartwatches, E-readers, Portable media players, Projectors, GPS devices
Business and industry/Business: Small business, Entrepreneurship, Startups, Management, Marketing, Digital marketing, Search engine optimization, Social media marketing, Advertising, E-commerce, Retail, Wholesale, Sales, Business plans, Networking events, Coworking, Freelancing, Remote work, Human resources, Customer service
Business and industry/Industries: Agriculture, Architecture, Construction, Engineering, Manufacturing, Logistics, Health care, Nursing, Science, Higher education, Real estate, Property, Insurance, Banking, Investment, Retirement planning, Credit cards, Mortgages, Personal finance, Stock exchanges, Accounting, Law, Aviation
Family and relationships/Family: Family, Parenting, Motherhood, Fatherhood, Babies, Toddlers, School children, Teenagers, Grandparents, Family holidays, Board games for families, Birthdays, Adoption
Family and relationships/Relationships: Dating, Friendship, Engagement rings, Weddings, Wedding dresses, Bridal showers, Wedding cakes, Marriage, Anniversaries
Entertainment/Games: Board games, Card games, Puzzles, Chess, Video games, Role-playing games, Strategy games, Racing games, Sports games, Word games, Online games, Esports, Virtual reality, Simulation games
Entertainment/Movies: Movies, Comedy movies, Action movies, Drama movies, Animated movies, Documentaries, Horror movies, Thriller movies, Short films, Film festivals, Cinemas
Entertainment/Music: Music, Pop music, Rock music, Jazz, Classical music, Hip hop, Electronic music, Country music, Folk music, Blues, Reggae, Heavy metal, Soul music, Music festivals, Concerts, Vinyl records
Entertainment/Television: Television comedies, Game shows, Reality television, Talk shows, Crime series, Streaming services, Nature documentaries, Podcasts, Radio
Entertainment/Live events: Fairs, Festivals, Nightclubs, Parties, Comedy clubs, Plays, Circuses, Christmas markets, Street festivals
`

const otherLines = `
behaviors/Behaviors/Consumer classification: Engaged shoppers=People who clicked on a shop button in the past week, Frequent travelers=People who travel often, Commuters=People who travel to work on weekdays, Returned from trip recently=People who came back from a trip in the past two weeks
behaviors/Behaviors/Digital activities: Small business owners=People who list small business owner as their employer or own a page, Page admins=People who manage a page, Early technology adopters=People who often use new devices, Facebook access: older devices=People who use devices of earlier years
behaviors/Behaviors/Mobile device user: Uses a mobile device (25 months+)=People who have used the same phone for more than two years, New smartphone owners=People who have had their phone for less than a month, Network access: 4G=People who mostly connect through 4G, Network access: Wi-Fi=People who mostly connect through Wi-Fi
life_events/Demographics/Life events: Recently moved=People who moved in the past six months, Newly engaged (3 months)=People engaged in the past three months, Upcoming birthday=People whose birthday is within a week, New job=People who started a new job in the past six months, Anniversary within 30 days=People with an anniversary in the next month
work_positions/Demographics/Work/Job titles: Baker=People who list baker as their job, Gardener=People who list gardener as their job, Chef=People who list chef as their job, Teacher=People who list teacher as their job, Bank clerk=People who list bank clerk as their job
industries/Demographics/Work/Industries: Food and restaurants=People who work with food and in restaurants, Sales=People who work in sales, Farming and fishing=People who work on farms and at sea, Education and libraries=People who teach
education_schools/Demographics/Education/Schools: Berlin School of Baking=People who went there, San Francisco Garden College=People who went there, Tokyo Institute of Design=People who went there
`

/** Words whose audiences are kept from housing, employment and credit advertisers. */
const sensitive =
  /parent|mother|father|baby|babies|toddler|school|teen|grand|wedding|bridal|marriage|dating|retirement|credit|mortgage|real estate|property|women's|men's|banking|bank clerk|moved|engaged|birthday|clubs/i

function sizes(name: string, depth: number): { lowest: number; highest: number } {
  const digits = textHash(`size/${name}`) % 1_000
  const scale = depth > 3 ? 90_000 : 420_000
  const highest = Math.round((scale * (20 + digits)) / 1_000) * 1_000
  return { lowest: Math.round((highest * 0.85) / 1_000) * 1_000, highest }
}

const fixedIds: Readonly<Record<string, string>> = { Bread: '6003139266461' }

function idOf(name: string): string {
  return fixedIds[name] ?? `6003${String(100_000_000 + (textHash(`interest/${name}`) % 900_000_000))}`
}

export const targetingEntries: readonly TargetingEntry[] = [...interestEntries(), ...otherEntries()]

function interestEntries(): TargetingEntry[] {
  const entries = new Map<string, TargetingEntry>()
  for (const line of interestLines.trim().split('\n')) {
    const [head = '', names = ''] = line.split(': ')
    const branch = head.split('/')
    for (const name of names.split(', ')) {
      if (entries.has(name)) continue
      const path = ['Interests', ...branch, name]
      entries.set(name, {
        id: idOf(name),
        name,
        type: 'interests',
        path,
        ...sizes(name, path.length - 1),
        restricted: sensitive.test(name),
      })
    }
  }
  return [...entries.values()]
}

function otherEntries(): TargetingEntry[] {
  return otherLines
    .trim()
    .split('\n')
    .flatMap((line) => {
      const colon = line.indexOf(': ')
      const [type = '', ...branch] = line.slice(0, colon).split('/')
      return line
        .slice(colon + 2)
        .split(', ')
        .map((pair): TargetingEntry => {
          const [name = '', description = ''] = pair.split('=')
          return {
            id: idOf(`${type}/${name}`),
            name,
            type,
            path: [...branch, name],
            ...sizes(name, 4),
            description,
            restricted: true,
          }
        })
    })
}
