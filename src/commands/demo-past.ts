/** Issues of the past year: subject, description, and how each begins. The last three of the year are whole (demo-issues.ts). */
export const pastIssues: [subject: string, description: string, opening: string][] = [
  [
    'A year of low water begins',
    'What this letter is for, and the first tide of it.',
    'This is the first of these letters. It is cold, the tide was out at ten past nine, and there was nobody but me and a turnstone.',
  ],
  [
    'The names of seaweed',
    'Thongweed, dabberlocks, sea spaghetti: who thought of these?',
    'Nobody invents the name of a seaweed at a desk. You can tell, because most of them are rude about something.',
  ],
  [
    'Ice on the rock pools',
    'What lives under it, and how.',
    'On Thursday the top pools had a skin of ice that broke like a wine glass. Under it, everybody was at home.',
  ],
  [
    'How to read a tide table',
    'The four numbers that matter, and the one that does not.',
    'Somebody wrote to ask what the small numbers mean. I have waited all winter for this question.',
  ],
  [
    'The wreck comes up for air',
    'Twice a year you can walk to her.',
    'She went down in 1881 with a cargo of slate, and on the lowest tides of the spring you can put a hand on her keel.',
  ],
  [
    'A crab’s old coat',
    'Moulting, and why the beach is full of empty crabs.',
    'The beach looked like the end of a battle. It was the morning after a wardrobe change.',
  ],
  [
    'Spring cleaning on the strandline',
    'What we found in forty sacks.',
    'Sixty-three of you came, which is more than the harbour has parking for, and we filled forty sacks before lunch.',
  ],
  [
    'Mermaid’s purses, counted',
    'The results of the egg case hunt.',
    'You sent in 412 egg cases. I have spent a fortnight with a ruler and a pot of tea, and I can tell you whose they were.',
  ],
  [
    'The blenny who came to stay',
    'Three years in one crevice.',
    'There is a fish in the second pool who knows me. I have no proof, and I have stopped telling people in shops.',
  ],
  [
    'Fog',
    'How to be on a beach that you cannot see.',
    'At six the horn began, and by seven I could not see my own bucket.',
  ],
  [
    'Sea beet, samphire, and knowing when to stop',
    'A short and cautious page about eating the coast.',
    'You may eat the shore, a little, if you ask it nicely and know what you are looking at.',
  ],
  [
    'The longest day, at the lowest tide',
    'Out at half past four in the morning.',
    'Nobody needs to be on a sandbank at half past four in the morning. Eleven of us were.',
  ],
  [
    'Jellyfish: a calm guide',
    'Which sting, which do not, and what helps.',
    'They have no brain, no heart and no bones, and every July they get more post than I do.',
  ],
  [
    'Letters from the summer fair',
    'What two hundred postcards said.',
    'We set up a table with a box of postcards and one question: what is the best thing you have ever found?',
  ],
  [
    'The terns have gone',
    'And how we know where.',
    'On Tuesday there were ninety on the bar; on Wednesday there was a feather.',
  ],
  [
    'Night on the shore',
    'A torch, a pool, and everybody awake.',
    'If you have only met a rock pool by day, you have met it asleep.',
  ],
  [
    'A bucket of questions',
    'You asked; I looked it up.',
    'Why is the foam brown? Do limpets sleep? Is it ever safe to touch the purple one? Let us begin.',
  ],
  [
    'The equinox tides',
    'The lowest water of the year, and what to do with it.',
    'Twice a year the sea goes out and forgets to stop. This is one of those weeks.',
  ],
  [
    'What the storm brought',
    'Goosefoot stars, a hatch cover, and 140 left gloves.',
    'It blew for three days from the south-west, and on the fourth the beach was a shop.',
  ],
  [
    'Seals: please keep your distance',
    'A pup on the slipway, and good manners.',
    'There is a pup on the slipway. It is not lost, it is not ill, and it would like you to go away.',
  ],
  [
    'The clocks go back, the tide does not',
    'Why your table is suddenly wrong.',
    'Every autumn somebody stands on the quay an hour early and blames the moon.',
  ],
  [
    'Barnacles, slowly',
    'The fastest slow thing on the rock.',
    'A barnacle makes one decision in its life, and spends the rest of it standing on its head.',
  ],
  [
    'A soup for a wet Sunday',
    'Dulse, potatoes, patience.',
    'There are two kinds of November soup, and this is the other one.',
  ],
];

/** Pieces of text that issues are made of, each with a link or two. */
export const paragraphs = [
  '## On the line\n\nThis week’s tideline had more weed than usual, and under the weed more life than usual: sandhoppers in their thousands, and the turnstones that eat them. If you have a hand lens, take it. [A short guide to the strandline](https://shore.example/strandline) fits on one page.',
  '## One thing to look for\n\nLook for **cowries** where the shingle is finest. Lie down, put your chin on your hands, and wait. You will see none, then one, then forty. [How to tell the two species apart](https://shore.example/cowries).',
  '## From your letters\n\nThank you for the photographs of the sunfish. It *was* a sunfish. For those who asked where to report such things: [the sightings page](https://records.example/sightings) takes two minutes, and a person reads it.',
  '## The walk\n\nThe next walk starts at the net loft, on the falling tide. Bring boots, and somebody younger than yourself. [Places are free, but few](https://example.org/walks).',
  '## A book\n\nI have been reading the [logbooks of the Haven pilots](https://example.org/logbooks), which the harbour library has put on line. January 1881 is the one to begin with, and not on a night alone.',
  '## Weather\n\nHigh pressure until Thursday, then a front. If you go out on the spring tide, go early, and [check the inshore forecast](https://weather.example/inshore) before you trust mine.',
  '## In the kitchen\n\nDulse keeps for a year in a jar. Two potatoes, an onion, a litre of stock, twenty minutes. [The whole recipe](https://example.org/dulse) has the part about the butter.',
  '## A bird\n\nThe pale one that runs along the edge of the waves as if wound up is a **sanderling**. It bred in the high Arctic in July. [Listen to it](https://birds.example/sanderling).',
  '## Numbers\n\n| | this month | last year |\n|---|---:|---:|\n| egg cases | 41 | 33 |\n| left gloves | 6 | 9 |\n| seals on the bar | 27 | 31 |\n\n[All the counts since 2019](https://records.example/counts).',
  '## Please\n\nIf you like this letter, send it to one person who would. That is the whole of our [advertising department](https://example.org/low-water).',
];

/** The titles of the items in the feed of the tide log. The items of a month become a digest. */
export const logTitles = [
  'Low water 0.4 m, light wind, clear',
  'Two porpoises off the point',
  'The bar has moved again',
  'First swallows over the slip',
  'Wreck showing for fifty minutes',
  'Bioluminescence in the harbour',
  'A plank with goose barnacles',
  'Storm surge of 60 cm',
];

/** Reasons that some people give when they leave. */
export const farewells = [
  'Too many mails',
  'I moved inland',
  'Lovely, but I never find the time',
  'Please write more about birds',
  'I read it on the web now',
];
