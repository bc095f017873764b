import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { restoreMessage } from '../../engines/rendering/keep.ts';
import type { KeptMessage } from '../../engines/rendering/message.ts';
import { openCopies } from './copies.ts';
import type { Plate } from './plate.ts';

const body =
  'Hi {{ subscriber.metadata.name }},\n\nthe tide went out further than anybody had seen, and came back.\n\n';
/** Kept as data, so that no change to themes or to the compiler changes it. */
const full: KeptMessage = {
  subject: { stateful: false, tokens: ['For ', ['{{ subscriber.metadata.name }}']] },
  html: [
    {
      stateful: false,
      tokens: [
        '<html><body>',
        ['{% if email.preview != blank %}'],
        '<div style="display:none">',
        ['{{ email.preview }}'],
        ' ‌&nbsp;</div>',
        ['{% endif %}'],
        '<p>Hi ',
        ['{{ subscriber.metadata.name }}'],
        ',</p><p>See <a href="https://a.example/wreck">the wreck</a>.</p>',
        ['{% if medium == "email" %}'],
        '<p>You read this as ',
        ['{{ subscriber.email }}'],
        '.</p>',
        ['{% endif %}'],
        ['{% if unsubscribe_url != blank %}'],
        '<p><a',
        ['{% attribute link href %}'],
        ['{{ unsubscribe_url }}'],
        ['{% endattribute %}'],
        '>Unsubscribe</a></p>',
        ['{% endif %}'],
        '</body></html>',
      ],
    },
  ],
  text: [
    { stateful: false, tokens: [''] },
    {
      stateful: false,
      tokens: body.split(/(\{\{.*?\}\})/).map(token => (token.startsWith('{') ? [token] : token)),
    },
    { stateful: false, tokens: ['\n\nUnsubscribe: ', ['{{ unsubscribe_url }}'], '\n'] },
  ],
  description: '',
};

const plate: Plate = {
  email: {
    id: '01939b1e-0000-7000-8000-000000000001',
    slug: 'low-water',
    secondary_id: 3,
    subject: 'For you',
    email_type: 'public',
    archival_mode: 'enabled',
    commenting_mode: 'disabled',
    template: null,
    should_send_teaser: false,
    locale: 'en',
    heading: null,
  },
  newsletter: {
    id: '01939b1e-0000-7000-8000-000000000002',
    username: 'tides',
    served_domain: '',
    name: 'Tides',
    description: '',
    postal_address: '',
    from_name: '',
    from_address: 'tides@news.example.org',
    reply_to: '',
    header_image: '',
    logo: '',
  },
  full,
  teaser: null,
  attachments: [],
  base_url: 'https://news.example.org',
  bounce_domain: null,
  complaints_address: '',
  provider_fields: [],
  proves_message_ids: true,
  whole_conditions: false,
  tracking: { opens: true, targets: [['https://a.example/wreck', '.1.target']], canary: '.0.canary' },
};

function copiesOf(plate: Plate, names: string[]): string[] {
  const print = openCopies({
    email_key: 7,
    plate,
    full: restoreMessage(plate.full),
    teaser: null,
    attachments: [],
    secret: [Buffer.alloc(32, 1)],
  });
  return names.map((name, at) => {
    const reader = {
      subscriber_key: at,
      id: `01939b1e-0000-7000-8000-00000000010${at}`,
      email_address: `reader${at}@example.org`,
      type: 'regular' as const,
      tag_names: [],
      metadata: { name },
    };
    return print(reader, new Date('2026-12-01T08:00:00Z')).pieces.join('');
  });
}

const names = [
  'Ada',
  '',
  '<b>Bob</b> & Co.',
  'Zoë '.repeat(60),
  '\n\n.\nFrom here',
  'https://a.example/wreck',
];
/** Decodes quoted-printable, whose soft breaks stand where personal text begins and ends. */
const decode = (message: string) =>
  message
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));

test('a plate from before December 2026 makes the copies that it made then, byte for byte', () => {
  const copies = copiesOf({ ...plate, whole_conditions: true }, names);
  const digest = createHash('sha256').update(copies.join('\0')).digest('hex');
  assert.equal(digest, 'dbd7b1ca41d7e97cded79c2bef5126de6261d9e029029e02e4e60e87d036a87c');
});

test('copies with divided and with whole conditions differ only in their encoding', () => {
  const [divided, whole] = [false, true].map(is => copiesOf({ ...plate, whole_conditions: is }, names));
  assert.notDeepEqual(divided, whole);
  assert.deepEqual(divided!.map(decode), whole!.map(decode));
});
