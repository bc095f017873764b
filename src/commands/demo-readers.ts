/** How many subscribers of each type that can be set: a list as it might look after some years. */
const types = {
  regular: 186,
  premium: 38,
  unactivated: 16,
  unsubscribed: 14,
  trialed: 10,
  gifted: 9,
  paused: 7,
  churning: 6,
  past_due: 5,
  unpaid: 5,
  blocked: 4,
};

const firstNames =
  `Ada Alasdair Amara Anders Beatrix Bronagh Callum Carys Chidi Clara Dafydd Deirdre Edwin Elif Elspeth
  Emre Esme Fergus Freya Gwen Hamish Hana Idris Imogen Inés Iona Jago Jonas Kenza Kerensa Lachlan Leila Lowenna Mabel
  Marek Mira Morag Nadia Ngozi Niamh Olwen Oskar Perran Petra Priya Rafael Rhona Rowan Ruben Saoirse Senara Sione Tamsin
  Théo Tove Una Viktor Wenna Yusuf Zofia`.split(/\s+/);
const lastNames =
  `Abara Ashdown Bellamy Blyth Bramwell Calloway Carrick Dunmore Eastwood Fairhurst Fenwick Garrow Hallam
  Hartigan Inkpen Jessop Kestle Kitto Lindqvist Lovell Marrow Mbeki Merrick Nance Northcott Novák Okafor Orchard Pascoe
  Penhale Quayle Raskin Redfern Santos Sefton Silva Tangye Thorne Trewin Ulrich Vance Wainwright Westlake Yılmaz`.split(
    /\s+/,
  );
const domains = ['example.com', 'example.com', 'example.org', 'example.net'];
const cities =
  'Bristol Cardiff Penzance Whitby Oban Galway Leeds Norwich Falmouth Hamburg Bergen Brest'.split(' ');
const shores = ['shingle', 'sand', 'rock', 'mud', 'the harbour wall'];
const ways = [
  {},
  { referrer_url: 'https://search.example.com/', utm_source: 'search', utm_medium: 'organic' },
  {
    referrer_url: 'https://library.example.org/links',
    utm_source: 'harbour-library',
    utm_medium: 'referral',
  },
  { utm_source: 'postcard', utm_medium: 'print', utm_campaign: 'summer-fair' },
  { utm_source: 'a-friend', utm_medium: 'forward' },
];
const notes = ['Met at the summer fair.', 'Sent the photograph of the oarfish.', 'Prefers plain text.'];

/** 300 invented people at addresses that will never exist; the same ones every time. */
export function inventReaders() {
  const random = sequence(1881);
  const chance = (share: number) => random() < share;
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)]!;
  const names = shuffle(
    firstNames.flatMap(first => lastNames.map(last => [first, last] as const)),
    random,
  );
  const everyType = shuffle(
    Object.entries(types).flatMap(([type, count]) => Array<string>(count).fill(type)),
    random,
  );
  return everyType.map((type, index) => {
    const [first_name, last_name] = names[index]!;
    const walks = chance(0.2) ? 1 + Math.floor(random() * 9) : 0;
    return {
      email_address: `${plain(first_name)}.${plain(last_name)}@${pick(domains)}`,
      type,
      tags: [
        ...(index < 40 ? ['founding reader'] : []),
        ...(walks > 0 ? ['walks'] : []),
        ...['tide tables', 'rock pools', 'birds', 'kitchen'].filter(() => chance(0.3)),
        ...(chance(0.6) ? [pick(['north coast', 'south coast'])] : []),
      ],
      metadata: {
        ...(chance(0.95) && { first_name, last_name }),
        ...(chance(0.8) && { city: pick(cities) }),
        favourite_shore: pick(shores),
        walks,
      },
      notes: chance(0.05) ? pick(notes) : '',
      ...pick(ways),
    };
  });
}

/** The name in a form that any mail address can contain. */
function plain(name: string): string {
  return name.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ı', 'i').toLowerCase();
}

function shuffle<Item>(items: Item[], random: () => number): Item[] {
  for (let last = items.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [items[last], items[other]] = [items[other]!, items[last]!];
  }
  return items;
}

/** Pseudo-random numbers from 0 to 1, the same for the same seed (Mulberry32). */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
