import assert from 'node:assert/strict';
import { test } from 'node:test';
import { subscriberTypes } from '../../audience/filter/fields.ts';
import { isEntitled, isMailed, type State, typeOf } from '../../audience/standing/type.ts';
import { subscribersPart } from '../../audience/subscribers/bundle.ts';
import { csvLine } from '../../platform/csv.ts';
import { openDice } from '../../platform/dice.ts';
import { readExport, uploaded } from '../../testing/exports.ts';
import { typed } from '../../testing/typed.ts';
import { ownLayout, subscriberLayouts } from '../exports/csv.ts';
import type { PersonLine } from './columns/line.ts';
import { planOf } from './people/plan.ts';
import { mailStateOf } from './people/statuses.ts';

const { pick, chance, below } = openDice(20);
const bits = [
  'a',
  'Ö',
  '山',
  '😀',
  '"',
  ',',
  ';',
  '\n',
  '\r\n',
  "'",
  '=1+1',
  '+',
  '@x',
  '-',
  '\t',
  ' ',
  '{}',
  '\\',
  '|',
];
const textOf = (most: number) =>
  Array.from({ length: below(most) }, () => pick(bits))
    .join('')
    .trim();
const dateOf = () =>
  new Date(Date.UTC(2015 + below(11), below(12), 1 + below(28), below(24), below(60), below(60)));

function someone(at: number) {
  const { type, mail_state, standing } = typed(pick(subscriberTypes));
  return {
    mail_state,
    standing,
    email_address: `${pick(['ada', '+plus', "o'neil", '-dash', '=formula', 'é'])}.${at}@example.org`,
    type,
    tags: [
      ...new Set(
        Array.from({ length: below(3) }, () => pick(['VIP', 'a; b', 'say "hi"', '=tag', 'x|y', '山'])),
      ),
    ],
    metadata: {
      ...(chance(0.7) && { first_name: textOf(4) || 'Ada' }),
      ...(chance(0.7) && { last_name: textOf(4) || 'Lovelace' }),
    },
    notes: textOf(8),
    ip_address: chance(0.5) ? `203.0.113.${below(250)}` : '',
    creation_date: dateOf().toISOString(),
    confirmation_date: chance(0.5) ? dateOf().toISOString() : null,
    unsubscription_date: type === 'unsubscribed' ? dateOf().toISOString() : null,
    unsubscription_reason: type === 'unsubscribed' ? textOf(4) : '',
    source: 'api',
    referrer_url: '',
    utm_campaign: textOf(2).replace(/\s/g, ' ').trim(),
    utm_medium: '',
    utm_source: '',
  };
}
const people = Array.from({ length: 400 }, (_, at) => someone(at));

async function readBack(name: string, rows = people): Promise<PersonLine[]> {
  const layout = subscriberLayouts[name] ?? ownLayout(subscribersPart);
  const cells = Object.values(layout);
  const lines = rows.map(row => csvLine(cells.map(cell => cell(row, ids => ids as string[]))));
  const bytes = Buffer.from([csvLine(Object.keys(layout)), ...lines].join(''));
  const { lines: read } = await readExport(uploaded(new Map([['subscribers.csv', bytes]])));
  return read.map(line => {
    assert.equal(line.kind, 'person', JSON.stringify(line));
    return line as PersonLine;
  });
}

/** Returns the type of a new subscriber with this line. */
const typeIn = (person: PersonLine) => typeOf(stateIn(person));

function stateIn(person: PersonLine): State {
  const standing = planOf(person, new Date())?.standing ?? 'regular';
  return { mail_state: mailStateOf[person.status ?? 'active'] ?? 'subscribed', standing };
}

const filled = (value: Record<string, unknown>) => (Object.keys(value).length > 0 ? value : undefined);
const tagged = (tags: string[]) => (tags.length > 0 ? tags : undefined);

/** The types that a file of another service cannot express, with the type that is read instead. Nobody is mailed because of that. */
const nearest: Record<string, string> = {
  unpaid: 'paused',
  removed: 'unsubscribed',
  churning: 'premium',
  upcoming: 'regular',
};

for (const layout of ['postrider', 'buttondown'])
  test(`random people written in the layout ${layout} are the same when read again`, async () => {
    assert.deepEqual(
      (await readBack(layout)).map(person => [
        person.email_address,
        typeIn(person),
        person.tags,
        person.metadata,
        person.notes,
        person.creation_date,
        person.unsubscription_date,
        person.ip_address,
      ]),
      people.map(row => [
        row.email_address,
        nearest[row.type] ?? row.type,
        tagged(row.tags),
        filled(row.metadata),
        row.notes || undefined,
        row.creation_date,
        row.unsubscription_date ?? undefined,
        row.ip_address || undefined,
      ]),
    );
  });

test('random people written in the layout mailchimp keep everything for which it has columns', async () => {
  const rows = people.filter(({ type }) => type === 'regular' || type === 'unsubscribed');
  assert.deepEqual(
    (await readBack('mailchimp', rows)).map(person => [
      person.email_address,
      typeIn(person),
      person.tags,
      person.metadata,
      person.notes,
      person.creation_date?.slice(0, 19),
      person.confirmation_date?.slice(0, 19),
    ]),
    rows.map(row => [
      row.email_address,
      row.type,
      tagged(row.tags),
      filled(row.metadata),
      row.notes || undefined,
      row.creation_date.slice(0, 19),
      row.confirmation_date?.slice(0, 19),
    ]),
  );
});

test('random people written in the layout ghost pay or get mail exactly if they did before', async () => {
  const read = await readBack('ghost');
  for (const [at, row] of people.entries()) {
    const { mail_state, standing } = stateIn(read[at]!);
    assert.equal(mail_state === 'subscribed', isMailed(row), row.type);
    assert.equal(isEntitled({ standing }), isEntitled(row), row.type);
    assert.deepEqual([read[at]!.tags, read[at]!.notes], [tagged(row.tags), row.notes || undefined]);
  }
});
