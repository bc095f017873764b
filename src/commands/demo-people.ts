import type { Dice } from '../platform/dice.ts';

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
/** Domains that will never exist (RFC 2606). The mailboxes of one of them close in the course of the year. */
export const closingDomain = 'haven-post.example';
export const scannedDomain = 'harbour-office.example';
const domains: [domain: string, share: number][] = [
  ['mail.example', 0.42],
  ['letters.example', 0.2],
  ['inbox.example', 0.14],
  [closingDomain, 0.09],
  [scannedDomain, 0.05],
  ['example.org', 0.06],
  ['example.net', 0.04],
];
const cities =
  'Bristol Cardiff Penzance Whitby Oban Galway Leeds Norwich Falmouth Hamburg Bergen Brest'.split(' ');
const shores = ['shingle', 'sand', 'rock', 'mud', 'the harbour wall'];
const none = { referrer_url: '', utm_source: '', utm_medium: '', utm_campaign: '' };
const ways = [
  none,
  none,
  { ...none, referrer_url: 'https://search.example/', utm_source: 'search', utm_medium: 'organic' },
  { ...none, utm_source: 'postcard', utm_medium: 'print', utm_campaign: 'summer-fair' },
  { ...none, utm_source: 'a-friend', utm_medium: 'forward' },
];
const library = {
  referrer_url: 'https://library.example/links',
  utm_source: 'harbour-library',
  utm_medium: 'referral',
  utm_campaign: '',
};
const notes = ['Met at the summer fair.', 'Sent the photograph of the oarfish.', 'Prefers plain text.'];
const agents: [agent: string, client: string, share: number][] = [
  ['Mozilla/5.0', 'Apple Mail (private)', 0.34],
  [
    'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)',
    'Gmail',
    0.36,
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Thunderbird/140.0', 'Thunderbird', 0.09],
  ['Outlook-iOS/2.0', 'Outlook mobile', 0.08],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/142.0.0.0 Safari/537.36', 'Chrome', 0.13],
];

/** Somebody invented, with their behaviour. */
export type Invented = {
  first_name: string;
  last_name: string;
  email_address: string;
  domain: string;
  agent: string;
  client: string;
  /** How likely they are to open an issue. */
  keen: number;
  tags: string[];
  metadata: Record<string, unknown>;
  notes: string;
  way: typeof none;
};

/** Invents this many people with different names, at addresses that will never exist. */
export function inventPeople(dice: Dice, count: number): Invented[] {
  const { chance, pick, below, between } = dice;
  const names = dice.shuffle(firstNames.flatMap(first => lastNames.map(last => [first, last] as const)));
  return names.slice(0, count).map(([first_name, last_name], index) => {
    const domain = pickByShare(dice, domains)[0];
    const [agent, client] = pickByShare(dice, agents);
    const walks = chance(0.15) ? 1 + below(9) : 0;
    return {
      first_name,
      last_name,
      domain,
      agent,
      client,
      email_address: `${plain(first_name)}.${plain(last_name)}@${domain}`,
      keen: chance(0.18) ? between(0, 0.12) : between(0.25, 0.85),
      tags: [
        ...(index < 40 ? ['founding reader'] : []),
        ...(walks > 0 ? ['walks'] : []),
        ...['tide tables', 'rock pools', 'birds', 'kitchen'].filter(() => chance(0.28)),
        ...(chance(0.6) ? [pick(['north coast', 'south coast'])] : []),
      ],
      metadata: {
        ...(chance(0.95) && { first_name, last_name }),
        ...(chance(0.8) && { city: pick(cities) }),
        favourite_shore: pick(shores),
        walks,
      },
      notes: chance(0.03) ? pick(notes) : '',
      way: pick(ways),
    };
  });
}

/** The way in which people came who found the newsletter on a library's page. */
export const fromLibrary = library;

function pickByShare<Item extends readonly [...unknown[], number]>(dice: Dice, items: readonly Item[]): Item {
  let rest = dice.random();
  for (const item of items) {
    rest -= item.at(-1) as number;
    if (rest < 0) return item;
  }
  return items[0]!;
}

/** Returns the name in a form that any mail address can contain. */
function plain(name: string): string {
  return name.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ı', 'i').toLowerCase();
}
