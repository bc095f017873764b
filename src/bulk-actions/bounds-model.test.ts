import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { startSending } from '../delivery/sending/start.ts';
import { openDice } from '../platform/dice.ts';
import { createLog } from '../platform/log.ts';
import { bulkContext, runBulkActions } from '../testing/bulk.ts';
import { type Answer, startTestService, type TestService } from '../testing/postrider.ts';
import { sampleTheme } from '../testing/samples/rendering.ts';

let service: TestService;
const tags: Record<string, string> = {};
before(async () => {
  service = await startTestService();
  for (const name of ['near', 'far']) tags[name] = (await service.api('POST', '/v1/tags', { name })).body.id;
});
after(() => service.stop());

const threshold = 6;
const mostRecipients = 5;
const mostADay = 14;

/** Starts an email as a worker would after its undo window. */
function start(id: string): Promise<unknown> {
  const { db } = service;
  const log = createLog('silent');
  return startSending({ db, theme: sampleTheme, clock: () => new Date(), log, wake: () => {} }, id);
}

async function grow(count: number, words: string[]): Promise<void> {
  const keys = await service.db.selectFrom('tags').select('key').where('name', 'in', words).execute();
  await sql`
    insert into subscribers (id, newsletter_key, email_address, normal_address, type, source, metadata, tags)
    select gen_random_uuid(), ${service.newsletter.key}, address, address, 'regular', 'test', '{}',
      ${keys.map(row => row.key)}::int[]
    from (select gen_random_uuid() || '@example.org' as address from generate_series(1, ${count}::int)) as made`.execute(
    service.db,
  );
}

type Recipient = { email: string; subscriber: string; near: boolean };

async function ledger(): Promise<Recipient[]> {
  const { rows } = await sql<Recipient>`
    select emails.id as email, subscribers.id as subscriber,
      tags @> array(select key from tags where name = 'near') as near
    from deliveries
    join emails on emails.key = email_key
    join subscribers on subscribers.key = subscriber_key`.execute(service.db);
  return rows;
}

/** Returns what an approval covers, as an editor sees it. */
async function look(id: string): Promise<string> {
  const { body } = await service.api('GET', `/v1/emails/${id}`);
  const { subject, email_type, included_tags, excluded_tags } = body;
  return JSON.stringify([subject, body.body, email_type, included_tags, excluded_tags]);
}

test('no sequence of requests mails more people than a key’s bounds and the approvals allow', async () => {
  const choose = openDice(20261122);
  const areas = { emails: 'write', sending: 'write', subscribers: 'write', bulk_actions: 'write' } as const;
  const bounds = {
    most_recipients: mostRecipients,
    most_recipients_a_day: mostADay,
    tags: [tags.near!],
  };
  const keys: Record<string, Record<string, string>> = {
    first: await service.keyWith(areas),
    second: await service.keyWith(areas),
    bound: await service.keyWith(areas, bounds),
  };
  const owner = service.api('PATCH', `/v1/newsletters/${service.newsletter.id}`, {
    approval_threshold: threshold,
  });
  assert.equal((await owner).status, 200);
  await grow(4, ['near']);
  await grow(4, ['far']);

  // The model: who last requested each email, who may not approve it, what is approved, and who was mailed.
  const sender = new Map<string, string>();
  const hands = new Map<string, Set<string>>();
  const approved = new Map<string, { look: string; count: number }>();
  const mailed = new Map<string, Recipient[]>();
  const byKey: { key: string; email: string; count: number }[] = [];
  const emails: string[] = [];
  const codes: Record<string, number> = {};
  let known = new Set<string>();
  let sends = 0;
  let approvedSends = 0;
  const subscribers = async () =>
    (await service.db.selectFrom('subscribers').select('id').execute()).map(row => row.id);

  /** Checks the rows that the ledger has gained since: all of them through `key`. */
  async function check(key: string | undefined): Promise<void> {
    const rows = await ledger();
    const fresh = rows.filter(({ email, subscriber }) => !known.has(email + subscriber));
    known = new Set(rows.map(({ email, subscriber }) => email + subscriber));
    assert.equal(rows.length, known.size);
    for (const [email, added] of Map.groupBy(fresh, row => row.email)) {
      sends += 1;
      assert.ok(key, `email ${email} went out, and nobody had asked for it`);
      const all = [...(mailed.get(email) ?? []), ...added];
      mailed.set(email, all);
      byKey.push({ key, email, count: added.length });
      const own = byKey.filter(one => one.key === key);
      const sum = (list: typeof own) => list.reduce((total, { count }) => total + count, 0);
      if (key === 'bound') {
        assert.ok(sum(own.filter(one => one.email === email)) <= mostRecipients, 'too many in one send');
        assert.ok(sum(own) <= mostADay, 'too many on a day');
        assert.ok(
          added.every(({ near }) => near),
          'somebody without the tag',
        );
      }
      if (all.length <= threshold) continue;
      const approval = approved.get(email);
      assert.ok(approval, `${all.length} were mailed without an approval`);
      assert.ok(all.length <= approval.count, 'more than were approved');
      assert.equal(await look(email), approval.look, 'something other than was approved');
      approvedSends += 1;
    }
  }

  // This makes the next steps of real people likelier than chance would.
  const planned: { action: string; key: string; id: string }[] = [];
  const note = (answer: Answer, key: string) => {
    const id = answer.body?.metadata?.email_id;
    if (answer.body?.code === 'approval_required' && choose.chance(0.6)) {
      const other = choose.pick(Object.keys(keys));
      planned.push({ action: 'approve', key: other, id });
      if (choose.chance(0.4))
        planned.push({ action: choose.pick(['edit', 'retag', 'grow', 'tag']), key, id });
      planned.push({ action: choose.pick(['send', 'send', 'schedule', 'bulk all']), key, id });
      if (choose.chance(0.4))
        planned.push({ action: choose.pick(['withdraw', 'grow', 'tag']), key: other, id });
      planned.push({ action: 'start', key, id });
    }
    const code = answer.status < 300 ? 'fine' : answer.body.code;
    codes[code] = (codes[code] ?? 0) + 1;
    return answer.status < 300;
  };
  const touch = (id: string, key: string) => hands.set(id, (hands.get(id) ?? new Set()).add(key));
  const audiences = [[], [], ['near'], ['near'], ['far'], ['near', 'far']];
  let made = 0;

  for (let step = 0; step < 400; step += 1) {
    const next = planned.shift();
    const key = next?.key ?? choose.pick(Object.keys(keys));
    const id = next?.id ?? choose.pick(emails.slice(-4));
    const ask = (method: string, path: string, body?: unknown) => service.api(method, path, body, keys[key]);
    const publish_date = new Date(Date.now() + 3_600_000).toISOString();
    const action =
      next?.action ??
      choose.pick([
        ...[
          'create',
          'create',
          'draft',
          'edit',
          'retag',
          'send',
          'send',
          'schedule',
          'publish',
          'start',
          'start',
        ],
        ...['approve', 'approve', 'approve', 'withdraw', 'single', 'bulk', 'bulk all', 'grow', 'grow', 'tag'],
      ]);
    if (action === 'create' || action === 'draft') {
      made += 1;
      const answer = await ask('POST', '/v1/emails', {
        subject: `Letter ${made}`,
        body: 'Text',
        included_tags: choose.pick(audiences),
        ...(action === 'draft' && { status: 'draft' }),
      });
      note(answer, key);
      const created = answer.body.id ?? answer.body.metadata?.email_id;
      if (created) {
        emails.push(created);
        touch(created, key);
        sender.set(created, key);
      }
    } else if (action === 'grow') {
      await grow(choose.below(3), [choose.pick(['near', 'far'])]);
    } else if (action === 'tag') {
      const person = choose.pick(await subscribers());
      await service.api('PATCH', `/v1/subscribers/${person}`, { tags: choose.pick(audiences) });
    } else if (id) {
      const path = `/v1/emails/${id}`;
      if (action === 'approve') {
        const seen = await look(id);
        const count = choose.chance(0.5) ? undefined : threshold + choose.below(6);
        const answer = await ask('POST', `${path}/approval`, { count });
        if (note(answer, key)) {
          assert.ok(
            !hands.get(id)?.has(key) || hands.get(id)!.size > 1,
            'approved by the only person involved',
          );
          approved.set(id, { look: seen, count: answer.body.approval.count });
        }
      } else if (action === 'withdraw') {
        if (note(await ask('DELETE', `${path}/approval`), key)) approved.delete(id);
      } else if (action === 'start') {
        await start(id);
        await check(sender.get(id));
        const { body } = await service.api('GET', path);
        if (body.status === 'errored') codes.errored = (codes.errored ?? 0) + 1;
      } else if (action === 'single') {
        note(await ask('POST', `/v1/subscribers/${choose.pick(await subscribers())}/emails/${id}`), key);
        await check(key);
      } else if (action === 'bulk' || action === 'bulk all') {
        const everybody = await subscribers();
        const ids = everybody.filter(() => choose.chance(0.4));
        const metadata = { email_id: id, ...(action === 'bulk' && { ids }) };
        note(await ask('POST', '/v1/bulk_actions', { type: 'send_emails', metadata }), key);
        await runBulkActions(service.db, bulkContext, service.newsletter.key);
        await check(key);
      } else {
        const changes = {
          edit: { subject: `Letter ${step} again` },
          retag: { included_tags: choose.pick(audiences) },
          send: { status: 'about_to_send' },
          schedule: { status: 'scheduled', publish_date },
        }[action as 'edit'];
        const answer =
          action === 'publish' ? await ask('POST', `${path}/publish`) : await ask('PATCH', path, changes);
        if (note(answer, key)) {
          touch(id, key);
          if (['about_to_send', 'scheduled'].includes(answer.body.status)) sender.set(id, key);
        }
        // The email is due.
        await service.db
          .updateTable('emails')
          .set({ publish_date: new Date(Date.now() - 1000).toISOString() })
          .where('id', '=', id)
          .where('status', '=', 'scheduled')
          .execute();
      }
    }
    await check(undefined);
  }
  const told = JSON.stringify({ ...codes, sends, approvedSends });
  assert.ok(sends >= 15 && approvedSends >= 1, told);
  for (const code of ['fine', 'bound_exceeded', 'approval_required', 'forbidden', 'errored'])
    assert.ok(codes[code], `${code} never happened: ${told}`);
});

test('two concurrent sends do not exceed the daily bound', async () => {
  await service.api('PATCH', `/v1/newsletters/${service.newsletter.id}`, { approval_threshold: null });
  const { body: tag } = await service.api('POST', '/v1/tags', { name: 'circle' });
  await grow(4, ['circle']);
  const key = await service.keyWith({ emails: 'write', sending: 'write' }, { most_recipients_a_day: 5 });
  const ids = await Promise.all(
    ['One', 'Two', 'Three'].map(async subject => {
      const email = { subject, body: 'Text', included_tags: [tag.id] };
      const { status, body } = await service.api('POST', '/v1/emails', email, key);
      assert.equal(status, 201);
      return body.id as string;
    }),
  );
  await Promise.all(ids.map(start));
  const ends = await Promise.all(ids.map(id => service.api('GET', `/v1/emails/${id}`)));
  assert.deepEqual(ends.map(({ body }) => body.status).sort(), ['errored', 'errored', 'in_flight']);
  assert.match(
    ends.find(({ body }) => body.status === 'errored')?.body.status_reason,
    /may mail only 1 more within these 24 hours/,
  );
  const all = (await ledger()).filter(({ email }) => ids.includes(email));
  assert.equal(all.length, 4);
});
