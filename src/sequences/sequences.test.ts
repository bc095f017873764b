import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { startTestService, type TestService } from '../testing/postrider.ts';
import { letTimePass, mailAfter, makeSequence, runSequences, stepAfter } from '../testing/sequences.ts';
import { findSequenceFaults } from './verify.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(async () => {
  try {
    assert.deepEqual(await findSequenceFaults(service.db), []);
  } finally {
    await service.stop();
  }
});

let number = 0;
async function join(fields: object = {}) {
  number += 1;
  const answer = await service.api('POST', '/v1/subscribers', {
    email: `p${number}@example.org`,
    type: 'regular',
    ...fields,
  });
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
}
const change = (id: string, fields: object) => service.api('PATCH', `/v1/subscribers/${id}`, fields);
const of = async (sequence: { id: string }) =>
  (await service.api('GET', `/v1/automations/${sequence.id}`)).body;
const runsOf = async (sequence: { id: string }, query = '') =>
  (await service.api('GET', `/v1/automations/${sequence.id}/runs${query}`)).body.results;
/** Lets time go by: everything happened so many days earlier. */
async function pass(days: number) {
  await letTimePass(service, days);
  return runSequences(service);
}
/** Lets days go by while workers run twice a day. */
async function live(days: number) {
  for (let half = 0; half < days * 2; half += 1) {
    await pass(0.5);
    await sql`update deliveries set status = 'accepted', status_date = now() where status = 'planned'`.execute(
      service.db,
    );
  }
}
const go = () => pass(0);
/** Marks the mails of the sequence in the ledger as handed over, and returns who got which. */
async function deliver(sequence: { id: string }) {
  const { rows } = await sql<{ subject: string; email: string }>`
    select emails.subject, normal_address as email from deliveries
    join emails on emails.key = email_key join subscribers on subscribers.key = subscriber_key
    where email_key in (select email_key from sequence_emails join sequences on sequences.key = sequence_key where id = ${sequence.id})
    order by deliveries.begun_date, email_key, subscriber_key`.execute(service.db);
  await sql`update deliveries set status = 'accepted', status_date = now() where status = 'planned'`.execute(
    service.db,
  );
  return rows.map(({ subject, email }) => `${subject} → ${email}`);
}
async function stop(sequence: { id: string }) {
  assert.deepEqual(await findSequenceFaults(service.db), []);
  await service.api('DELETE', `/v1/automations/${sequence.id}`);
}

test('a welcome in three letters goes to everybody who joins, each letter once and on its day', async () => {
  const actions = [
    mailAfter(0, 'Welcome'),
    mailAfter(3, 'More'),
    stepAfter(3, 'add_tags', { tags: ['welcomed'] }),
    mailAfter(7, 'Last'),
  ];
  const sequence = await makeSequence(service, { trigger: 'subscriber.created', actions });
  const [ann, ben] = [await join(), await join()];
  await go();
  assert.deepEqual(await deliver(sequence), [`Welcome → ${ann.email}`, `Welcome → ${ben.email}`]);
  await pass(2);
  assert.deepEqual((await of(sequence)).counts, {
    entered: 2,
    late: 0,
    waiting: 2,
    held: 0,
    done: 0,
    left: 0,
    failed: 0,
  });
  await pass(1.1);
  assert.equal((await deliver(sequence)).filter(line => line.startsWith('More')).length, 2);
  await pass(4);
  assert.equal((await deliver(sequence)).length, 6);
  assert.deepEqual((await of(sequence)).counts, {
    entered: 2,
    late: 0,
    waiting: 0,
    held: 0,
    done: 2,
    left: 0,
    failed: 0,
  });
  const { tags } = (await service.api('GET', `/v1/subscribers/${ann.id}`)).body;
  assert.equal(tags.length, 1);
  assert.equal(await go(), 0, 'nothing is left to do');
  await stop(sequence);
});

test('emails of a sequence are in no archive, and show their results', async () => {
  const sequence = await makeSequence(service, {
    trigger: 'subscriber.created',
    actions: [mailAfter(0, 'Hidden')],
  });
  await join();
  await go();
  await deliver(sequence);
  const [{ email_id }] = sequence.steps;
  const email = (await service.api('GET', `/v1/emails/${email_id}`)).body;
  assert.deepEqual([email.status, email.automation_id], ['transactional', sequence.id]);
  assert.equal((await fetch(`${service.url}/test/archive/${email.slug}/`)).status, 404);
  const figures = (await service.api('GET', `/v1/automations/${sequence.id}/analytics`)).body;
  assert.deepEqual([figures.recipients, figures.steps[0].done, figures.steps[0].mail.recipients], [1, 1, 1]);
  await stop(sequence);
});

test('people pass once by default, and refused entries of others are shown with the reason', async () => {
  const sequence = await makeSequence(service, {
    actions: [stepAfter(0, 'add_metadata', { metadata: { seen: true } })],
    filters: [{ field: 'event.added_tag', operator: 'contains', value: 'gold' }],
  });
  const ann = await join();
  await change(ann.id, { tags: ['silver'] });
  await go();
  assert.deepEqual((await of(sequence)).refused, [{ reason: 'filters', count: 1 }]);
  await change(ann.id, { tags: ['silver', 'gold'] });
  await go();
  assert.equal((await of(sequence)).counts.done, 1);
  await change(ann.id, { tags: [] });
  await change(ann.id, { tags: ['gold'] });
  await go();
  assert.deepEqual((await of(sequence)).refused, [{ reason: 'been_before', count: 1 }]);
  assert.equal((await service.api('GET', `/v1/subscribers/${ann.id}`)).body.metadata.seen, true);
  await stop(sequence);
});

test('unsubscribing ends a run that mails at once, and other runs go on', async () => {
  const mails = await makeSequence(service, {
    trigger: 'subscriber.created',
    actions: [mailAfter(1, 'Tomorrow')],
  });
  const notes = await makeSequence(service, {
    trigger: 'subscriber.created',
    actions: [stepAfter(1, 'add_metadata', { metadata: { day: 1 } })],
  });
  const ann = await join();
  await go();
  await change(ann.id, { type: 'unsubscribed' });
  assert.deepEqual(
    (await runsOf(mails)).map((run: { status: string; reason: string }) => [run.status, run.reason]),
    [['left', 'unsubscribed']],
  );
  await pass(1.1);
  assert.deepEqual(await deliver(mails), []);
  assert.equal((await of(notes)).counts.done, 1);
  for (const one of [mails, notes]) await stop(one);
});

test('reaching the goal ends the run before the next step', async () => {
  const sequence = await makeSequence(service, {
    trigger: 'subscriber.created',
    actions: [mailAfter(1, 'Please pay')],
    exit_filters: [{ field: 'subscriber.metadata.paid', operator: 'equals', value: 'yes' }],
  });
  const [ann, ben] = [await join(), await join()];
  await go();
  await change(ann.id, { metadata: { paid: 'yes' } });
  await pass(1.1);
  assert.deepEqual(await deliver(sequence), [`Please pay → ${ben.email}`]);
  assert.deepEqual((await runsOf(sequence, '?status=left'))[0].reason, 'goal');
  await stop(sequence);
});

test('an outage of three days holds the runs that are too late, and one answer decides about all of them', async () => {
  for (const [decision, mailed, counts] of [
    ['send', ['First', 'Second'], { waiting: 0, done: 1, left: 0 }],
    ['shift', ['First', 'Second'], { waiting: 0, done: 1, left: 0 }],
    ['skip', ['Second'], { waiting: 0, done: 1, left: 0 }],
    ['end', [], { waiting: 0, done: 0, left: 1 }],
  ] as const) {
    const actions = [mailAfter(1, 'First'), mailAfter(5, 'Second')];
    const sequence = await makeSequence(service, { trigger: 'subscriber.created', actions });
    await join();
    await go();
    await pass(4); // nothing ran meanwhile: the first letter is three days late
    assert.deepEqual((await of(sequence)).counts.held, 1);
    assert.deepEqual(await deliver(sequence), []);
    const { body } = await service.api('POST', `/v1/automations/${sequence.id}/held`, { decision });
    assert.equal(body.count, 1);
    const lines: string[] = [];
    for (let half = 0; half < 24; half += 1) {
      await pass(half === 0 ? 0 : 0.5);
      lines.push(...(await deliver(sequence)).slice(lines.length));
    }
    assert.deepEqual(
      lines.map(line => line.split(' → ')[0]),
      mailed,
      decision,
    );
    const { waiting, done, left } = (await of(sequence)).counts;
    assert.deepEqual({ waiting, done, left }, counts, decision);
    await stop(sequence);
  }
});

test('after an outage, the second letter keeps half of its distance to the first', async () => {
  const sequence = await makeSequence(service, {
    trigger: 'subscriber.created',
    actions: [mailAfter(1, 'First'), mailAfter(2, 'Second')],
    late_hours: 72,
  });
  await join();
  await go();
  await pass(2.5);
  assert.equal((await deliver(sequence)).length, 1);
  await pass(0.4);
  assert.equal((await deliver(sequence)).length, 1, 'not within half a day');
  await pass(0.2);
  assert.equal((await deliver(sequence)).length, 2);
  await stop(sequence);
});

test('imports and bulk actions trigger nothing', async () => {
  const sequence = await makeSequence(service, {
    actions: [stepAfter(0, 'add_metadata', { metadata: { x: 1 } })],
  });
  const ann = await join();
  await service.api('POST', '/v1/tags', { name: 'bulky' });
  const { bulkActionsWork } = await import('../bulk-actions/run.ts');
  const action = await service.api('POST', '/v1/bulk_actions', {
    type: 'apply_tags',
    metadata: { ids: [ann.id], tag: 'bulky' },
  });
  assert.equal(action.status, 201, action.text);
  await bulkActionsWork(service.db, service).handle({ id: action.body.id, work_lease: '', work_tries: 0 });
  await go();
  assert.equal((await service.api('GET', `/v1/subscribers/${ann.id}`)).body.tags.length, 1);
  assert.equal((await of(sequence)).counts.entered, 0);
  await stop(sequence);
});

test('existing people can be started deliberately, and a dry run says who would enter', async () => {
  const sequence = await makeSequence(service, {
    trigger: 'subscriber.confirmed',
    actions: [stepAfter(0, 'add_metadata', { metadata: { started: true } })],
  });
  const people = [
    await join({ metadata: { group: 'a' } }),
    await join({ metadata: { group: 'a' } }),
    await join(),
  ];
  const filters = [{ field: 'subscriber.metadata.group', operator: 'equals', value: 'a' }];
  const invoke = (body: object) => service.api('POST', `/v1/automations/${sequence.id}/invoke`, body);
  const dry = await invoke({ filters, dry_run: true });
  assert.deepEqual(dry.body, { selected: 2, entering: 2, refused: [], dry_run: true });
  assert.equal((await of(sequence)).counts.entered, 0);
  assert.equal((await invoke({ subscribers: [people[0].email] })).body.entering, 1);
  await go();
  assert.deepEqual((await invoke({ filters })).body, {
    selected: 2,
    entering: 1,
    refused: [{ reason: 'been_before', count: 1 }],
    dry_run: false,
  });
  await go();
  assert.equal((await of(sequence)).counts.done, 2);
  const nobody = await invoke({});
  assert.deepEqual([nobody.status, nobody.body.code], [400, 'request_invalid']);
  await stop(sequence);
});

test('an edit applies to people who enter later, or moves those inside as its dry run said', async () => {
  const actions = [mailAfter(1, 'One'), mailAfter(3, 'Two'), mailAfter(5, 'Three')];
  const sequence = await makeSequence(service, { trigger: 'subscriber.created', actions });
  const ann = await join();
  await go();
  await pass(1.1);
  const path = `/v1/automations/${sequence.id}`;
  const edited = [mailAfter(1, 'One'), mailAfter(2, 'Between'), mailAfter(6, 'Three')];
  const dry = (await service.api('PATCH', path, { actions: edited, apply_to: 'everyone', dry_run: true }))
    .body;
  assert.deepEqual([dry.edit.moved, dry.edit.ended, dry.edition], [1, 0, 1]);
  const blind = await service.api('PATCH', path, { actions: edited, apply_to: 'everyone' });
  assert.deepEqual([blind.status, blind.body.code], [412, 'sequence_changed']);
  const { body } = await service.api('PATCH', path, {
    actions: edited,
    apply_to: 'everyone',
    hash: dry.edit.hash,
  });
  assert.deepEqual([body.edition, body.edit.moved], [2, 1]);
  assert.ok((await deliver(sequence)).includes(`One → ${ann.email}`));
  await live(7);
  assert.ok((await deliver(sequence)).some(line => line.startsWith('Three')));
  await stop(sequence);
});

test('a changed text reaches everybody who has not had it yet, without another edition of its email', async () => {
  const sequence = await makeSequence(service, {
    trigger: 'subscriber.created',
    actions: [mailAfter(1, 'Draft')],
  });
  await join();
  await go();
  const [{ email_id }] = sequence.steps;
  const written = await service.api('PATCH', `/v1/emails/${email_id}`, { subject: 'Better' });
  assert.equal(written.status, 200, written.text);
  await pass(1.1);
  assert.match((await deliver(sequence))[0]!, /^Better/);
  await stop(sequence);
});

test('an answer returns exactly what was sent', async () => {
  const actions = [
    { type: 'send_email', metadata: { subject: 'A', body: 'B', extra: 1 }, timing: null },
    {
      type: 'send_post_request',
      metadata: { url: 'https://example.org/hook', signing_key: 'a secret key' },
      timing: { time: 'delay', delay: { value: '3', unit: 'days', time_of_day: 'morning' } },
    },
  ];
  const filters = {
    filters: [{ field: 'subscriber.metadata.a', operator: 'equals', value: '1' }],
    groups: [],
    predicate: 'and',
  };
  const sent = {
    name: 'Exact',
    trigger: 'subscriber.confirmed',
    actions,
    filters,
    metadata: { a: 1 },
    should_evaluate_filter_after_delay: true,
  };
  const { body, status } = await service.api('POST', '/v1/automations', sent);
  assert.equal(status, 201);
  const { name, trigger, actions: back, filters: group, metadata, should_evaluate_filter_after_delay } = body;
  assert.deepEqual(
    { name, trigger, actions: back, filters: group, metadata, should_evaluate_filter_after_delay },
    sent,
  );
  assert.equal(body.status, 'inactive');
  const again = (await service.api('PATCH', `/v1/automations/${body.id}`, { ...sent, status: 'active' }))
    .body;
  assert.deepEqual([again.actions, again.status], [actions, 'active']);
  const { rows } = await sql<{ steps: string }>`select steps::text from sequence_editions`.execute(
    service.db,
  );
  assert.ok(
    rows.every(({ steps }) => !steps.includes('a secret key')),
    'the key is encrypted elsewhere',
  );
  const viewer = await service.keyWith({ automations: 'read' });
  const shown = (await service.api('GET', `/v1/automations/${body.id}`, undefined, viewer)).body;
  assert.equal(shown.actions[1].metadata.signing_key, '***');
  await stop(body);
});

test('for one person the API shows what was done and what comes next, and can leave a step out', async () => {
  const sequence = await makeSequence(service, {
    trigger: 'subscriber.created',
    actions: [mailAfter(0, 'Now'), mailAfter(2, 'Later'), mailAfter(4, 'Last')],
  });
  const ann = await join();
  await go();
  await deliver(sequence);
  const list = async () => (await service.api('GET', `/v1/subscribers/${ann.id}/automations`)).body.results;
  assert.deepEqual(
    (await list()).map(({ status }: { status: string }) => status),
    ['processed', 'pending', 'unprocessed'],
  );
  const [, later] = await list();
  const path = `/v1/subscribers/${ann.id}/automations/${later.id}`;
  assert.equal((await service.api('PATCH', path, { status: 'processed' })).body.code, 'invalid_status');
  assert.equal((await service.api('PATCH', path, { status: 'skipped' })).body.status, 'skipped');
  await pass(2.1);
  assert.equal((await deliver(sequence)).length, 1);
  await pass(2);
  assert.equal((await deliver(sequence)).length, 2);
  const explained = (await service.api('GET', `/v1/automations/${sequence.id}/explain/${ann.email}`)).body;
  assert.deepEqual(
    [explained.is_inside, explained.runs[0].status, explained.events[0].event_type],
    [false, 'done', 'subscriber.created'],
  );
  await stop(sequence);
});

test('a deleted person leaves no trace in a sequence', async () => {
  const sequence = await makeSequence(service, {
    trigger: 'subscriber.created',
    actions: [mailAfter(1, 'Tomorrow')],
  });
  const ann = await join();
  await go();
  assert.equal((await of(sequence)).counts.waiting, 1);
  await service.api('DELETE', `/v1/subscribers/${ann.id}`);
  await pass(1.1);
  assert.equal((await of(sequence)).counts.entered, 0);
  await stop(sequence);
});

test('a pause holds people inside, and activating lets them go on', async () => {
  const sequence = await makeSequence(service, {
    trigger: 'subscriber.created',
    actions: [mailAfter(1, 'Tomorrow')],
  });
  await join();
  await go();
  const path = `/v1/automations/${sequence.id}`;
  assert.equal((await service.api('PATCH', path, { status: 'inactive' })).body.counts.held, 1);
  await pass(1.5);
  assert.deepEqual(await deliver(sequence), []);
  await service.api('PATCH', path, { status: 'active' });
  await go();
  assert.equal((await deliver(sequence)).length, 1);
  await stop(sequence);
});
