import { unnamed } from '../emails/input.ts';
import { day_ms } from '../platform/durations.ts';
import type { Listed } from './queries.ts';

/** The issue that previews of a newsletter show as a page and as a mail. */
export const sampleIssue = {
  ...unnamed,
  subject: 'What the fog keeps',
  description: 'A morning on the headland, three small things, and a bench with a view of nothing.',
  slug: 'sample',
  secondary_id: 12,
  email_type: 'premium' as const,
  image: samplePicture(0),
  body: `Every issue looks like this: a paragraph with [a link](https://example.org/), **important words** and some *less important* ones. By eight the fog had taken the harbour, and then the church.

## A heading

> Somebody said something worth quoting.

- One thing
- And another

<a class="button" href="https://example.org/">A button</a>

<!-- paywall -->

What follows the paywall is for paying subscribers.`,
};

const others = [
  [
    'What the fog keeps',
    'A morning on the headland, three small things, and a bench with a view of nothing.',
  ],
  ['The long way round', 'Why the slow road is the better one, with a map drawn from memory.'],
  ['Salt, paper, string', 'Three things that were in every drawer, and where they went.'],
  ['An hour before the shops open', 'Bread, a bicycle, and the man who sweeps the square.'],
  ['Small weather', 'On the kind of rain that nobody has a word for.'],
  ['Notes from the night train', 'Eleven stations, four conversations, and one very good apple.'],
] as const;

/** Issues for lists of a newsletter that has published none, the newest first, ten days apart. */
export function sampleIssues(now: Date): Listed[] {
  return others.map(([subject, description], at) => ({
    key: at,
    id: `sample-${at}`,
    slug: `sample-${at}`,
    subject,
    description,
    image: samplePicture(at),
    email_type: at === 3 ? 'premium' : 'public',
    archival_mode: 'enabled',
    secondary_id: 12 - at,
    published_date: new Date(now.getTime() - (1 + at * 10) * day_ms).toISOString(),
  }));
}

/** Returns an address that stands for a drawn picture while the page is made, because pages and mails take only web addresses. */
function samplePicture(at: number): string {
  return `https://sample.invalid/${at}.svg`;
}

/** Returns the page or mail with drawn pictures in place of the addresses that stand for them. */
export function drawSamples(html: string): string {
  return html.replace(/https:\/\/sample\.invalid\/(\d)\.svg/g, (_, at: string) => draw(Number(at)));
}

const skies = [
  ['#c9d6d8', '#f1dcc4', '#5d7278'],
  ['#f3c9a5', '#e2876a', '#6b4552'],
  ['#e8dcc2', '#b9a06f', '#4d4a3d'],
  ['#bfd3e6', '#f6e6c8', '#7b6a58'],
  ['#aebcc6', '#7d8f9b', '#39454e'],
  ['#2f3a5a', '#7a5f7f', '#171d31'],
] as const;

/** Draws a landscape: sky, sun, two ridges and water. */
function draw(at: number): string {
  const [high, low, land] = skies[at % skies.length]!;
  const rise = 40 * ((at * 7) % 5);
  const svg = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1200 800'><defs><linearGradient id='a' x2='0' y2='1'><stop stop-color='${high}'/><stop offset='.75' stop-color='${low}'/></linearGradient></defs><path fill='url(#a)' d='M0 0h1200v800H0z'/><circle cx='${280 + 130 * at}' cy='${330 - rise / 2}' r='76' fill='#fff6e4' opacity='.85'/><path fill='${land}' opacity='.45' d='M0 ${520 - rise}Q260 ${360 + rise} 560 520T1200 ${420 + rise / 2}V800H0z'/><path fill='${land}' d='M0 640Q380 ${470 + rise} 760 650T1200 ${600 - rise / 3}V800H0z'/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
