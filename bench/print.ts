// Measures what a whole message costs, from a recipient's values to the bytes on the wire: printed by our press, compared with liquidjs
// rendering the same templates (parsed once) and nodemailer building the MIME for each recipient.
import { join } from 'node:path';
import MailComposer from 'nodemailer/lib/mail-composer';
import type { Newsletter } from '../src/accounts/newsletter.ts';
import { type Copy, openPress, sharedValues } from '../src/delivery/sending/press.ts';
import { compileMessage } from '../src/engines/rendering/compile.ts';
import { loadTheme } from '../src/engines/rendering/theme.ts';
import { printTable } from './rig/table.ts';

const copies = 20_000;
const composed = 3000;
const theme = loadTheme(join(import.meta.dirname, '../themes/default'));
const base_url = 'https://news.example.org';
const newsletter = {
  id: 'n',
  username: 'ferrets',
  name: 'The Weekly Ferret',
  from_name: '',
  from_address: 'news@example.org',
  reply_to: '',
  description: '',
  postal_address: '12 Burrow Lane\n1010 Vienna',
} as Newsletter;

const prose =
  'A paragraph of ordinary length, with **weight** and some *emphasis*: it goes on for a while, says what happened this week, and stops.';
const body = `# The week\n\nHi {{ subscriber.metadata.first_name | default: "there" }},\n\n${Array.from({ length: 28 }, (_, n) => (n % 5 === 0 ? `${prose} See [more](https://news.example.org/posts/${n}).` : prose)).join('\n\n')}\n\n- Plan: {{ subscriber.metadata.plan }}\n- Address: {{ subscriber.email }}\n`;
const email = {
  id: 'e',
  slug: 'week',
  secondary_id: 42,
  subject: 'The week in ferrets',
  email_type: 'public',
  archival_mode: 'enabled',
  commenting_mode: 'disabled',
  template: null,
  heading: null,
} as const;
const compiled = compileMessage({ subject: email.subject, body, description: '' }, theme);

const readers: Copy[] = Array.from({ length: 1000 }, (_, n) => ({
  subscriber: {
    email: `reader${n}@example.org`,
    type: 'regular',
    tags: [],
    metadata: { first_name: `Reader ${n}`, plan: 'annual' },
  },
  unsubscribe_url: `${base_url}/unsubscribe/${n}`,
  manage_subscription_url: `${base_url}/unsubscribe/${n}`,
  answer_url: 'https://news.example.org/manage/answer/token',
  referral_url: 'https://news.example.org/lighthouse?referral_code=code',
  one_click_url: `${base_url}/unsubscribe/${n}`,
  unsubscribe_mailbox: null,
  message_id: `e.${n}`,
}));
const division = { filled: ['unsubscribe_url', 'manage_subscription_url'] };
const press = openPress({ email, newsletter, compiled, division, attachments: [], base_url });
const shared = sharedValues(email, newsletter, base_url);
const date = new Date();

const ours = await cpu(copies, copy => void press(copy, date));
const theirs = await cpu(composed, async copy => {
  const { subject, html, text } = compiled.fill({ ...shared, ...copy });
  const message = new MailComposer({
    from: newsletter.from_address,
    to: copy.subscriber.email,
    subject,
    html,
    text,
    messageId: `<${copy.message_id}@example.org>`,
    date,
    encoding: 'quoted-printable',
    headers: { 'List-Unsubscribe': `<${copy.one_click_url}>` },
  });
  await message.compile().build();
});
console.log(
  `body: ${Buffer.byteLength(body)} bytes of Markdown; message: ${press(readers[0]!, date).pieces.join('').length} bytes\n`,
);
printTable('A message for each recipient', [
  { what: 'our press', 'µs CPU': ours, ratio: 1 },
  { what: 'fill in, then nodemailer', 'µs CPU': theirs, ratio: theirs / ours },
]);

async function cpu(count: number, work: (copy: Copy) => unknown): Promise<number> {
  for (const copy of readers) await work(copy);
  const since = process.cpuUsage();
  for (let at = 0; at < count; at += 1) await work(readers[at % readers.length]!);
  const { user, system } = process.cpuUsage(since);
  return (user + system) / count;
}
