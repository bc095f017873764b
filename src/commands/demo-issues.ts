/** The demo's content: a small newsletter about the shore, invented from the first tide to the last reader. */

export const demoNewsletter = {
  name: 'Low Water',
  description:
    'A letter from the shore, every other Sunday: what the tide leaves, who lives there, and how to look.',
  from_name: 'Nell at Low Water',
  from_address: 'nell@lowwater.example',
  reply_to: 'nell@lowwater.example',
  timezone: 'Europe/London',
  postal_address: 'The Net Loft, 4 Quay Street, Merrow Haven',
  premium_text: `Members pay for the paper and the petrol, and get:

- the coves, with directions and tides
- the almanac, four times a year
- a place on every walk`,
  premium_url: 'https://example.org/low-water/join',
};

export const demoTags = [
  { name: 'founding reader', color: '#b45309', description: 'Here since the first issue' },
  { name: 'tide tables', color: '#0f766e', description: 'Wants the table of the month by mail' },
  { name: 'rock pools', color: '#0369a1', description: 'Crabs, blennies, anemones' },
  { name: 'birds', color: '#7c3aed', description: 'Waders above all' },
  { name: 'kitchen', color: '#be123c', description: 'Asks for recipes' },
  { name: 'walks', color: '#4d7c0f', description: 'Has come to one of the walks' },
  { name: 'north coast', color: '#475569', description: 'Lives or looks there' },
  { name: 'south coast', color: '#a16207', description: 'Lives or looks there' },
];

const tuesday = `Good morning, {{ subscriber.metadata.first_name | default: "dear reader" }},

On Monday it blew. On Tuesday, at twenty past seven, I walked the length of the bar at Merrow Haven with a bucket and no
plan, and wrote down everything the sea had left there. This is that list, with the stories it turned into.

## The line

The first thing to know about a strandline is that it is not one line. Every high water draws its own, and as the tides
shrink from springs towards neaps each stops a little lower than the last. On a good morning you can read a week off the
sand, top to bottom, **oldest first**:

1. Friday's, the highest: dry weed that crackles, a boot, plastic.
2. Saturday and Sunday: the same weed, still damp, and the sandhoppers that live on it.
3. This morning's, at your feet: wet, black and shining. Everything below was in it.

> Look at the weed before you look for treasure. Kelp with its holdfast still gripping a stone came from deep water, and
> so did whatever is tangled up in it.

## What was in it

| What | How many | Where it came from |
|---|---:|---|
| Mermaid's purses | 11 | catsharks, and one skate |
| Cuttlebones | 26 | cuttlefish that spawned in spring and died of it |
| Goose barnacles | 1 plank | the open ocean |
| Sea glass | 4, one blue | kitchens |
| Left gloves | 3 | nobody has ever explained this |

### Eleven purses

A mermaid's purse is an egg case. If it has long curling tendrils at its corners, a small shark tied it to seaweed and
swam away; if it has stiff horns instead, it is a skate's or a ray's. Ten of mine had curls. The eleventh was as broad as
my hand, black, with four horns and weed in its seams, and I carried it home in my hat.

Soak an empty one overnight and it takes back the shape it had in the water. Then hold it against a window: the slit at
one end is where somebody left, months after moving in. If you find one, please report it. There are people who
have mapped whole nurseries from nothing but [what walkers pick up](https://example.org/purses).

### A plank from somewhere else

Goose barnacles do not live here. They hang in their hundreds under whatever drifts on warm, open water, and wait. This
plank had thirty centimetres of them, which at the speed they grow is about a summer. I stood over it working out the
sum (a knot of current, some wind, a hundred days) and came to *very roughly the Azores*, and then a dog called
Biscuit ran off with one end of it and the sum was over.

## How to do this yourself

- **Go on the falling tide**, an hour or two after high water, when the line is fresh and the gulls have had little time.
- Go the morning after an onshore wind. The day of the wind is for watching it through a window.
- Walk out along the new line and back along an old one.
- Take a bag for plastic. Fill it first, and your conscience will leave you alone with the cuttlebones.
- Leave anything that is alive, and the weed: it is somebody's dinner and somebody's roof.

Next Tuesday's low water is at 13:04. I shall be the one in the hat. 🌊

*Nell*

---

Somebody sent you this? [Low Water](https://example.org/low-water) goes out every other Sunday and costs nothing.
`;

const item = (title: string, text: string) => `
  <tr>
    <td valign="top" width="64" style="padding: 18px 0; font-size: 30px; line-height: 36px">${title.split(' ')[0]}</td>
    <td valign="top" style="padding: 18px 0; border-bottom: 1px solid #e3ded3">
      <h2 style="margin: 0 0 6px; font-size: 19px; line-height: 26px">${title.slice(title.indexOf(' ') + 1)}</h2>
      <p style="margin: 0">${text}</p>
    </td>
  </tr>`;

const weekend = `<div>
<p>Rain until Sunday noon, says the barometer, and the barometer was my grandmother’s. Here are six small things to do
about it, {{ subscriber.metadata.first_name | default: "dear reader" }}{% if subscriber.metadata.city %}, whether you are
in {{ subscriber.metadata.city }} or by the sea{% endif %}.</p>

<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
${item('🐚 Ask a limpet where it lives', 'Every limpet has one spot on one rock that its shell has ground itself to fit. It wanders off to graze when the tide is in and is back in place before the water leaves. Mark one with a dot of nail varnish, mark its place with another, and call again tomorrow.')}
${item('📖 Read one long thing', 'The harbour library has put <a href="https://example.org/logbooks">ninety logbooks of the Haven pilots</a> on line. Begin with January 1881, and keep something warm at hand.')}
${item('🥣 Make soup from a beach', 'A handful of dulse, two potatoes, an onion, a litre of stock; twenty minutes, then a spoon of butter and a great deal of pepper. Dulse is the thin, dark red one. If you are not sure, it is potato soup, and that is no hardship either.')}
${item('🐦 Learn one bird', 'The pale one that runs along the edge of the waves as if wound up is a <strong>sanderling</strong>. It bred in the high Arctic in July. That it is here at all is the thing to think about while it runs.')}
${item('⏱️ Learn the rule of twelfths', 'In the six hours between low and high water the sea rises by one, two, three, three, two and one twelfths of its range. The third and fourth hour bring half of it: this is when people are surprised on sandbanks.')}
${item('✉️ Write to us', 'What is the strangest thing you have found below the high-water mark? The best answer gets the blue glass from the last issue. Just press reply.')}
</table>

<p style="margin: 28px 0; text-align: center"><a class="button" href="https://example.org/tides" style="display: inline-block; padding: 12px 22px; background-color: #0f766e; border-radius: 6px; color: #ffffff; text-decoration: none">The month’s tide table</a></p>

<p>Dry feet to all of you,<br><em>Nell</em></p>
</div>`;

const coves = `{{ subscriber.metadata.first_name | default: "Dear member" }}, this one is only for you who pay for the paper and the petrol.

Three coves within an hour of the Haven have no sign, no car park and, most days, nobody in them. I have walked to each at
least twice in every season. Two conditions: **never fewer than two people**, and tell somebody which one.

## 1. Tinker's Gut

The old path leaves the lane behind the third gate after the chapel. It looks like a drain, and is one. At the bottom turn
left, not right; right is nettles.

- **When:** from two hours before low water, springs only. It is an island of shingle for the rest of the month.
- **What for:** cowries. Lie down where the shingle is finest, put your chin on your hands, and wait until you see the first. After that you will see forty.
- **Out by:** one hour after low water. The gut fills from *behind* you.

## 2. The Parlour

A cave with a floor of sand and two doors to the sea. In the pools at the back live snakelocks anemones as green as
billiard cloth, and a tompot blenny whom we call the Colonel; he has had the same crevice for three years.

| | Low water | Be out by |
|---|---|---|
| Saturday 5th | 11:48 | 13:00 |
| Sunday 6th | 12:31 | 13:40 |
| Monday 7th | 13:15 | 14:20 |

## 3. One without a name

I shall not write it down. Bring this mail to the net loft on a Saturday, show it to me over a cup of tea, and I will draw
it on your hand.

Thank you, truly. {% if subscriber.type == "gifted" %}Somebody gave you this for a present; they have good taste, and so, I hope, have you.{% else %}Last year the likes of you paid for 41 walks, all of them free to whoever came.{% endif %}

*Nell*
`;

const almanac = `# The winter almanac

*(to be finished before the clocks go back)*

- [ ] tide tables, November to February
- [ ] the seal count: ask Joan whether last year's numbers were of pups or of everybody
- [ ] Peter's drawing of the wreck at minus tide
- [x] the recipe for the saffron buns

{{ subscriber.metadata.first_name | default: "Dear reader" }}, the dark half of the year is the better half for looking,
because
`;

/** The issues in the order in which they are sent. */
export const demoIssues = [
  {
    subject: 'What the sea leaves on a Tuesday',
    slug: 'tuesday',
    description: 'Eleven purses, a plank from the Azores, and how to read a week off the sand.',
    email_type: 'public',
    metadata: { season: 'autumn', minutes: 4 },
    body: tuesday,
  },
  {
    subject: '{{ subscriber.metadata.first_name | default: "Hello" }}, six small things for a wet weekend',
    slug: 'wet-weekend',
    description: 'A limpet, a logbook, a soup, a bird, a rule and a question.',
    email_type: 'public',
    metadata: { season: 'autumn', minutes: 2 },
    body: weekend,
  },
  {
    subject: 'For members: three coves that nobody signposts',
    slug: 'three-coves',
    description: 'Two of them with directions, and one that is only told by word of mouth.',
    email_type: 'premium',
    canonical_url: 'https://example.org/low-water/three-coves',
    should_send_teaser: true,
    custom_teaser:
      'Three coves within an hour of the Haven have no sign, no car park and, most days, nobody in them.',
    metadata: { season: 'all year', minutes: 3 },
    body: coves,
  },
];

export const demoDraft = {
  subject: 'The winter almanac',
  slug: 'winter-almanac',
  status: 'draft',
  body: almanac,
};

/** The scheduled emails: how many days after the next Sunday, and at which hour. */
export const demoPlans = [
  {
    subject: 'The lowest tide of the month',
    body: `${almanac.split('\n\n')[0]}\n\nLow water is at seventeen minutes to four, and lower than it has been since March. {{ snippets.farewell }}`,
    days: 0,
    hour: 9,
  },
  {
    subject: 'Places left on the Saturday walk',
    body: 'There are six. Press reply, and one of them is yours. {{ snippets.farewell }}',
    days: 3,
    hour: 8,
  },
];
