// Measures what a copy of an email costs: compiled once, bound once, then filled in for each recipient, compared with liquidjs rendering
// the same finished template, parsed once, for each recipient.
import { join } from 'node:path';
import { Liquid } from 'liquidjs';
import { compileMessage } from '../src/engines/rendering/compile.ts';
import type { MessageValues, OwnValues, Pattern } from '../src/engines/rendering/message.ts';
import { joinPattern } from '../src/engines/rendering/patterns.ts';
import { loadTheme } from '../src/engines/rendering/theme.ts';
import { median, printTable } from './rig/table.ts';

const copies = 200_000;
const rounds = 200;
const theme = loadTheme(join(import.meta.dirname, '../themes/default'));

const paragraph =
  'A paragraph of ordinary length, as letters have them, with **weight** and some *emphasis*: it goes on for a while, says what happened in the burrow this week, and stops.';
const links = Array.from(
  { length: 6 },
  (_, number) => `See [what we wrote](https://news.example.org/posts/${number}) about it.`,
);
const body = `# The week in ferrets

Hi {{ subscriber.metadata.first_name | default: "there" }},

${Array.from({ length: 26 }, (_, number) => `${paragraph} ${links[number / 4] ?? ''}`).join('\n\n')}

## Yours

- Plan: {{ subscriber.metadata.plan }}
- Address: {{ subscriber.email }}
`;
const source = { subject: 'The week in ferrets', body, description: 'What happened in the burrow' };

const recipients: MessageValues[] = Array.from({ length: 1_000 }, (_, number) => ({
  subscriber: {
    email: `reader${number}@example.org`,
    type: 'regular',
    tags: [],
    metadata: { first_name: `Reader ${number}`, plan: 'annual' },
  },
  newsletter: { name: 'The Weekly Ferret', description: '', postal_address: '12 Burrow Lane\n1010 Vienna' },
  email: { subject: source.subject, absolute_url: 'https://news.example.org/archive/42', secondary_id: 42 },
  unsubscribe_url: `https://news.example.org/unsubscribe/${number}`,
  manage_subscription_url: `https://news.example.org/manage/${number}`,
  answer_url: 'https://news.example.org/manage/answer/token',
  referral_url: 'https://news.example.org/lighthouse?referral_code=code',
  subscribe_url: 'https://news.example.org/subscribe',
  medium: 'email',
}));
const [first] = recipients as [MessageValues];

const compile = median(times(() => compileMessage(source, theme)));
const compiled = compileMessage(source, theme);
const bind = median(times(() => compiled.bind(first)));
const bound = compiled.bind(first);
const join3 = (values: MessageValues) =>
  [bound.subject, bound.html, bound.text].map(part => joinPattern(part, values));

const liquid = new Liquid({ ownPropertyOnly: true, outputEscape: 'escape' });
const templates = [bound.subject, bound.html, bound.text].map(part => liquid.parse(templateOf(part)));

const values = { ...first, subscriber: { ...first.subscriber, email: 'x@example.org' } };
const same = templates.map(template => liquid.renderSync(template, values)).join('');
if (same !== join3(values).join('')) throw new Error('the yardstick makes other copies');

console.log(`body: ${Buffer.byteLength(body)} bytes of Markdown, 6 links, 3 variables`);
console.log(`copy: ${Buffer.byteLength(join3(first)[1] as string)} bytes of HTML\n`);
printTable(`Once for each email, median of ${rounds}`, [
  { what: 'compile', ms: compile },
  { what: 'bind', ms: bind },
]);
const ours = cpu(join3);
const theirs = cpu(values => templates.map(template => liquid.renderSync(template, values)));
printTable(`For each copy, ${copies} copies`, [
  { what: 'patterns joined', 'µs CPU': ours, ratio: 1 },
  { what: 'liquidjs, parsed once', 'µs CPU': theirs, ratio: theirs / ours },
]);

/** Returns the same part as a Liquid template, reconstructed by calling its functions with marker values. */
function templateOf(part: Pattern<OwnValues>): string {
  const slots: Record<string, string> = {
    'Reader 0': '{{ subscriber.metadata.first_name | default: "there" }}',
    annual: '{{ subscriber.metadata.plan }}',
    'reader0@example.org': '{{ subscriber.email }}',
    'https://news.example.org/unsubscribe/0': '{{ unsubscribe_url }}',
  };
  const fill = (text: string) =>
    text.replace(new RegExp(Object.keys(slots).join('|'), 'g'), slot => slots[slot]!);
  return part.map(piece => (typeof piece === 'string' ? piece : fill(piece(first)))).join('');
}

function times(work: () => unknown): number[] {
  return Array.from({ length: rounds }, () => {
    const since = performance.now();
    work();
    return performance.now() - since;
  });
}

function cpu(work: (values: MessageValues) => unknown): number {
  for (const values of recipients) for (let warm = 0; warm < 10; warm++) work(values);
  const since = process.cpuUsage();
  for (let copy = 0; copy < copies; copy++) work(recipients[copy % recipients.length] as MessageValues);
  const { user, system } = process.cpuUsage(since);
  return (user + system) / copies;
}
