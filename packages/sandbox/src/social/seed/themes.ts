// Small businesses to advertise: what they sell and how they speak of it.

export interface Idea {
  readonly campaign: string
  readonly objective: string
  readonly titles: readonly string[]
  readonly bodies: readonly string[]
}

export interface Theme {
  readonly category: string
  readonly about: string
  readonly site: string
  /** Words that pictures are named after. */
  readonly pictures: readonly string[]
  readonly ideas: readonly Idea[]
  /** What the page writes about itself. */
  readonly posts: readonly string[]
  readonly audiences: readonly string[]
}

export type ThemeName = 'bakery' | 'garden' | 'bicycles' | 'tea' | 'ramen' | 'studio'

export const themes: Readonly<Record<ThemeName, Theme>> = {
  bakery: {
    category: 'Bakery',
    about: 'Sourdough, rye and cakes from a stone oven, since 1987.',
    site: 'https://www.fox-bakery.example',
    pictures: [
      'rye',
      'sourdough',
      'croissant',
      'plum-cake',
      'baguette',
      'cinnamon-roll',
      'oven',
      'flour',
      'pretzel',
      'walnut-bread',
      'cheesecake',
      'shop-window',
    ],
    ideas: [
      {
        campaign: 'Spring bread',
        objective: 'OUTCOME_TRAFFIC',
        titles: ['Fresh rye at six', 'Your loaf is ready', 'Bread that lasts a week'],
        bodies: [
          'Still warm when you come by. Order tonight, pick up tomorrow.',
          'Three flours, one night of rest, no hurry.',
          'Our rye keeps its crust for days. Taste the difference.',
        ],
      },
      {
        campaign: 'Sunday breakfast boxes',
        objective: 'OUTCOME_SALES',
        titles: ['Breakfast at your door', 'Rolls, jam and time'],
        bodies: ['Twelve rolls, butter and two jams, brought before nine.', 'Sleep in. We bring the rolls.'],
      },
      {
        campaign: 'Catering enquiries',
        objective: 'OUTCOME_LEADS',
        titles: ['Bread for forty guests?', 'A quote by tomorrow'],
        bodies: [
          'Tell us how many you are. We answer within a day.',
          'Platters, sandwiches and cake for offices and parties.',
        ],
      },
      {
        campaign: 'Bread course videos',
        objective: 'OUTCOME_ENGAGEMENT',
        titles: ['Fold it like this', 'Why your starter sleeps'],
        bodies: [
          'Forty seconds from our baker, every Thursday.',
          'A starter wants warmth, flour and patience.',
        ],
      },
      {
        campaign: 'Plum cake season',
        objective: 'OUTCOME_AWARENESS',
        titles: ['The plums are here'],
        bodies: ['Only while the trees of the valley bear fruit.', 'With crumble, of course.'],
      },
      {
        campaign: 'Christmas stollen',
        objective: 'OUTCOME_SALES',
        titles: ['Stollen, wrapped for the post', 'Order until 10 December'],
        bodies: ['Butter, almonds, and four weeks of rest.', 'We send it anywhere in Europe.'],
      },
      {
        campaign: 'New shop in the old town',
        objective: 'OUTCOME_AWARENESS',
        titles: ['We are your neighbours now'],
        bodies: ['Market Lane 4. Coffee is on us in the first week.'],
      },
      {
        campaign: 'Apprentices wanted',
        objective: 'OUTCOME_LEADS',
        titles: ['Learn to bake'],
        bodies: ['Early mornings, free afternoons, a trade for life.'],
      },
    ],
    posts: [
      'New rye: darker, slower, better.',
      'We are open on the holiday from 7 to 12.',
      'This is Marta. She has fed our starter every day for eleven years.',
      'Rainy day, warm rolls.',
      'Which bread shall we bring back? Tell us below.',
      'Sold out by ten. Thank you! More tomorrow.',
      'A look into the oven at four in the morning.',
      'Plum cake from today, as long as the plums last.',
      'The flour comes from eleven kilometres away. Here is the mill.',
      'Baking course on Saturday: two places left.',
      'Why does our crust crackle? Listen.',
      'Breakfast boxes are back.',
      'Thirty-nine years today. Cake for everybody who comes by.',
      'Gluten-free Wednesday: buckwheat loaf.',
      'We close at noon today, our baker gets married!',
    ],
    audiences: [
      'Newsletter readers',
      'Visitors of the last 30 days',
      'Opened the catering form',
      'Bought twice',
    ],
  },
  garden: {
    category: 'Garden center',
    about: 'Plants, tools and good advice for balconies and gardens.',
    site: 'https://www.fox-garden.example',
    pictures: [
      'lavender',
      'tomato-plants',
      'greenhouse',
      'balcony',
      'herbs',
      'roses',
      'watering-can',
      'seed-bags',
      'bulbs',
      'fern',
      'apple-tree',
      'potting-bench',
    ],
    ideas: [
      {
        campaign: 'Balcony kits',
        objective: 'OUTCOME_SALES',
        titles: ['A garden in one box', 'Green by the weekend'],
        bodies: ['Pots, soil and six plants that like each other.', 'For sun or shade. We pick, you water.'],
      },
      {
        campaign: 'Bulb planting',
        objective: 'OUTCOME_TRAFFIC',
        titles: ['Plant now, smile in March'],
        bodies: [
          'Tulips, crocus and snowdrops from our own fields.',
          'Fifty bulbs and a plan where to put them.',
        ],
      },
      {
        campaign: 'Garden design visits',
        objective: 'OUTCOME_LEADS',
        titles: ['We come and look', 'A plan for your garden'],
        bodies: [
          'One hour in your garden, a drawing a week later.',
          'Tell us about your garden and we call you.',
        ],
      },
      {
        campaign: 'Herb week',
        objective: 'OUTCOME_ENGAGEMENT',
        titles: ['Thirty kinds of mint'],
        bodies: ['Smell your way through the greenhouse.'],
      },
      {
        campaign: 'Tomato seedlings',
        objective: 'OUTCOME_TRAFFIC',
        titles: ['Old sorts, strong plants'],
        bodies: ['Forty old sorts, raised without heat.', 'They taste of something.'],
      },
      {
        campaign: 'Christmas trees',
        objective: 'OUTCOME_AWARENESS',
        titles: ['Cut on the day you buy it'],
        bodies: ['Trees from the next valley, never from a cold store.'],
      },
    ],
    posts: [
      'The first snowdrops are out.',
      'How to prune roses without fear, in four pictures.',
      'Frost tonight! Bring your lemons in.',
      'Our greenhouse smells of basil today.',
      'Swap your seeds with us on Saturday.',
      'These tomatoes are called Black Plum.',
      'Rain at last.',
      'Five plants that forgive you for forgetting them.',
      'We are hiring for the spring.',
      'Bees have moved into the old pear tree.',
    ],
    audiences: ['Balcony gardeners', 'Visitors of the last 30 days', 'Asked for a design visit'],
  },
  bicycles: {
    category: 'Bicycle shop',
    about: 'Bicycles for every day, repaired while you wait.',
    site: 'https://www.single-cycles.example',
    pictures: [
      'city-bike',
      'cargo-bike',
      'workshop',
      'chain',
      'helmet',
      'bell',
      'saddle',
      'spokes',
      'rain-ride',
      'test-ride',
    ],
    ideas: [
      {
        campaign: 'Spring check',
        objective: 'OUTCOME_LEADS',
        titles: ['Ready in an hour'],
        bodies: ['Brakes, gears, chain: one price, no surprises.', 'Book a time and wait with a coffee.'],
      },
      {
        campaign: 'Cargo bike test rides',
        objective: 'OUTCOME_TRAFFIC',
        titles: ['Carry the week', 'Try it for a day'],
        bodies: ['Two children, a dog and the shopping.', 'Take one home for a day, free.'],
      },
      {
        campaign: 'Winter tyres',
        objective: 'OUTCOME_SALES',
        titles: ['Ride through the ice'],
        bodies: ['Studded tyres, mounted on the spot.'],
      },
    ],
    posts: [
      'A flat tyre at eight, back on the road at half past.',
      'The new cargo bikes are here.',
      'Lights on! We check yours for free this week.',
      'Our oldest customer is 91 and rides every day.',
      'Sunday ride along the lake, everybody welcome.',
      'How to fold a map. Just kidding, it is your phone holder.',
    ],
    audiences: ['Workshop customers', 'Test riders'],
  },
  tea: {
    category: 'Tea house',
    about: 'High mountain oolong, roasted in our own shop.',
    site: 'https://www.fox-tea.example',
    pictures: ['oolong', 'tea-field', 'gaiwan', 'roaster', 'tea-cakes', 'mountain', 'counter', 'tea-tin'],
    ideas: [
      {
        campaign: 'Winter harvest',
        objective: 'OUTCOME_SALES',
        titles: ['Picked in the cold'],
        bodies: ['Slow leaves, sweet cup. Only forty kilograms.', 'Roasted on charcoal for nine hours.'],
      },
      {
        campaign: 'Tasting evenings',
        objective: 'OUTCOME_LEADS',
        titles: ['Six cups, one evening'],
        bodies: ['Friday at seven, eight seats.'],
      },
    ],
    posts: [
      'The winter harvest has arrived.',
      'Water at ninety degrees, not more.',
      'Friday tasting: two seats left.',
      'Our roaster is forty years old and still the best.',
    ],
    audiences: ['Tasting guests'],
  },
  ramen: {
    category: 'Ramen restaurant',
    about: 'Broth that takes two days, noodles that take two minutes.',
    site: 'https://www.yuki-ramen.example',
    pictures: ['shoyu', 'tonkotsu', 'noodles', 'counter', 'steam', 'egg', 'lantern', 'kitchen'],
    ideas: [
      {
        campaign: 'Lunch sets',
        objective: 'OUTCOME_TRAFFIC',
        titles: ['Lunch in twenty minutes', 'Ramen and gyoza'],
        bodies: [
          'From eleven to two, around the corner from the station.',
          'Seats free right now? Look here.',
        ],
      },
      {
        campaign: 'Delivery to your desk',
        objective: 'OUTCOME_SALES',
        titles: ['Broth and noodles apart'],
        bodies: ['So that nothing gets soft on the way.', 'Within three kilometres in half an hour.'],
      },
      {
        campaign: 'Kitchen staff wanted',
        objective: 'OUTCOME_LEADS',
        titles: ['Cook with us'],
        bodies: ['Four days a week, staff meal that deserves its name.'],
      },
      {
        campaign: 'Late summer tsukemen',
        objective: 'OUTCOME_AWARENESS',
        titles: ['Cold noodles, hot dip'],
        bodies: ['Until the end of September.'],
      },
    ],
    posts: [
      'New bowl: yuzu shio.',
      'We start the broth at five in the morning.',
      'Closed on Tuesday, the kitchen gets a new floor.',
      'Extra noodles are free on rainy days.',
      'Thank you for 10,000 bowls this year!',
      'Which topping is yours?',
    ],
    audiences: ['Lunch guests', 'Ordered delivery'],
  },
  studio: {
    category: 'Photography studio',
    about: 'Portraits with daylight and time.',
    site: 'https://www.long-studio.example',
    pictures: [
      'portrait',
      'daylight',
      'family',
      'studio-door',
      'camera',
      'prints',
      'wedding-couple',
      'darkroom',
    ],
    ideas: [
      {
        campaign: 'Family portraits',
        objective: 'OUTCOME_LEADS',
        titles: ['One hour, ten pictures'],
        bodies: ['Bring the dog as well.', 'Prints within a week, on real paper.'],
      },
      {
        campaign: 'Wedding season',
        objective: 'OUTCOME_TRAFFIC',
        titles: ['Your day, unposed'],
        bodies: ['Three Saturdays left this summer.'],
      },
    ],
    posts: [
      'Morning light in the studio.',
      'Three generations on one sofa.',
      'We print on cotton paper now.',
      'Three Saturdays left this summer.',
    ],
    audiences: ['Asked for a date'],
  },
}
