import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readExport, uploaded } from '../../../testing/exports.ts';
import type { PersonLine } from '../columns/line.ts';
import { planOf } from './plan.ts';

const now = new Date('2026-11-20T09:00:00Z');

/** Reads the people of a CSV file, with their mail state and the grant that they will have. */
async function read(name: string, rows: string[]) {
  const { lines } = await readExport(uploaded(new Map([[name, Buffer.from(rows.join('\n'))]])));
  return lines
    .filter(line => line.kind === 'person')
    .map((person: PersonLine) => {
      const planned = planOf(person, now);
      const { kind, state, end_date, message } = planned?.plan ?? {};
      return [person.status ?? 'active', planned?.standing ?? 'regular', kind, state, end_date, message];
    });
}
const none = [undefined, undefined, undefined, undefined];

test('Ghost: free access and gifts are not payments, and members who want no mail keep their access', async () => {
  const rows = [
    'id,email,name,note,subscribed_to_emails,complimentary_plan,stripe_customer_id,created_at,deleted_at,labels,tiers,gift_id',
    '1,a@example.org,A,,true,true,,2025-01-01,,,Premium,',
    '2,b@example.org,B,,false,false,cus_1,2025-01-01,,,Premium,',
    '3,c@example.org,C,,true,false,,2025-01-01,,,Premium,gift_1',
    '4,d@example.org,D,,true,false,,2025-01-01,,,,',
  ];
  assert.deepEqual(await read('members.csv', rows), [
    ['active', 'gifted', 'comp', 'running', null, ''],
    ['unsubscribed', 'premium', 'outside', 'running', null, ''],
    ['active', 'gifted', 'gift', 'running', null, ''],
    ['active', 'regular', ...none],
  ]);
});

test('Substack: gifts, comps and trials end, a paid plan is renewed, and former payers have churned', async () => {
  const rows = [
    'email,active_subscription,expiry,plan,email_disabled,created_at,first_payment_at',
    'a@example.org,true,2027-05-03T00:00:00Z,yearly,false,2025-01-01,2025-01-01',
    'b@example.org,true,2027-05-03T00:00:00Z,gift,false,2025-01-01,',
    'c@example.org,true,2026-05-03T00:00:00Z,comp,true,2025-01-01,',
    'd@example.org,false,2026-05-03T00:00:00Z,monthly,false,2025-01-01,2025-01-01',
  ];
  assert.deepEqual(await read('email_list.low.csv', rows), [
    ['active', 'premium', 'outside', 'running', null, ''],
    ['active', 'gifted', 'gift', 'running', '2027-05-03T00:00:00.000Z', ''],
    ['unsubscribed', 'regular', 'comp', 'running', '2026-05-03T00:00:00.000Z', ''],
    ['active', 'churned', 'outside', 'running', '2026-05-03T00:00:00.000Z', ''],
  ]);
});

test('Buttondown: gifts keep their end and message, and a paused plan leaves free mail as it is', async () => {
  const rows = [
    'email,type,tags,notes,metadata,creation_date,gift_subscription_end_date,gift_subscription_message,churn_date,upgrade_date',
    'a@example.org,gifted,,,{},2025-01-01,2027-05-03T00:00:00Z,Enjoy,,',
    'b@example.org,paused,,,{},2025-01-01,,,,',
    'c@example.org,churned,,,{},2025-01-01,,,2026-02-03T00:00:00Z,2025-02-03T00:00:00Z',
    'd@example.org,premium,,,{},2025-01-01,,,,2025-02-03T00:00:00Z',
  ];
  assert.deepEqual(await read('subscribers.csv', rows), [
    ['gifted', 'gifted', 'gift', 'running', '2027-05-03T00:00:00.000Z', 'Enjoy'],
    ['active', 'paused', 'outside', 'paused', null, ''],
    ['churned', 'churned', 'outside', 'running', '2026-02-03T00:00:00.000Z', ''],
    ['paid', 'premium', 'outside', 'running', null, ''],
  ]);
});

test('dates that nobody can read, or that are in the future, never make a grant by mistake that nobody had or that never ends', () => {
  const line = (plan: PersonLine['plan']) => planOf({ status: 'active', plan }, now)!;
  assert.equal(line({ status: 'paid', since: '2036-01-01' }).standing, 'premium');
  assert.equal(line({ status: 'gifted', until: 'soon' }).plan.end_date, null);
  assert.equal(line({ status: 'churned', until: '2036-01-01' }).standing, 'churned');
  assert.equal(line({ status: 'gifted', since: '2026-01-01', until: '2025-01-01' }).standing, 'regular');
});
