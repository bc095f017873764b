import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addSubscribers } from '../testing/audience.ts';
import { startTestService, type TestService } from '../testing/postrider.ts';
import { until } from '../testing/until.ts';

let service: TestService;
let editor: Record<string, string>;
let second: Record<string, string>;
before(async () => {
  service = await startTestService({ works: true });
  await addSubscribers(service.db, service.newsletter, 5);
  const areas = { emails: 'write', sending: 'write', subscribers: 'write', bulk_actions: 'write' } as const;
  [editor, second] = [await service.keyWith(areas), await service.keyWith(areas)];
  const path = `/v1/newsletters/${service.newsletter.id}`;
  assert.equal((await service.api('PATCH', path, { approval_threshold: 3 })).body.approval_threshold, 3);
});
after(() => service.stop());

const read = async (id: string) => (await service.api('GET', `/v1/emails/${id}`)).body;
const ask = (method: string, id: string, path = '', body?: unknown, headers = editor) =>
  service.api(method, `/v1/emails/${id}${path}`, body, headers);
const ended = (id: string) =>
  until('the end of the send', async () => {
    const email = await read(id);
    return (email.status === 'sent' || email.status === 'errored') && email;
  });

/** Makes a draft whose send has been refused. */
async function refused(subject: string, fields: object = {}): Promise<string> {
  const email = { subject, body: 'Text', ...fields };
  const { status, body } = await service.api('POST', '/v1/emails', email, {
    ...editor,
    'idempotency-key': subject,
  });
  assert.deepEqual([status, body.code, body.metadata.count], [403, 'approval_required', '5']);
  const again = await service.api('POST', '/v1/emails', email, { ...editor, 'idempotency-key': subject });
  assert.deepEqual(again.body, body, 'the same response, and no second email');
  const { status: kept, approval } = await read(body.metadata.email_id);
  assert.deepEqual([kept, approval.state, approval.count, approval.by], ['draft', 'requested', 5, null]);
  assert.ok(Date.parse(approval.requested_date) > 0);
  return body.metadata.email_id;
}

test('a large send stays a draft until another key approves it, and then goes out', async () => {
  const id = await refused('Approved');
  assert.equal((await ask('POST', id, '/publish')).body.code, 'approval_required');
  assert.equal((await ask('POST', id, '/approval')).body.code, 'forbidden', 'withdrawn by the requester');
  const stale = { modification_date: '2020-01-01T00:00:00Z' };
  assert.equal((await ask('POST', id, '/approval', stale, second)).body.code, 'email_invalid');
  const { status, body } = await ask('POST', id, '/approval', undefined, second);
  assert.deepEqual([status, body.approval.state, body.approval.count], [200, 'approved', 5]);
  assert.ok(body.approval.by);
  assert.equal((await ask('PATCH', id, '', { status: 'about_to_send' })).status, 200);
  const sent = await ended(id);
  assert.deepEqual([sent.status, sent.analytics.recipients], ['sent', 5]);
});

test('a change of content or audience voids an approval and makes a scheduled email a draft again', async () => {
  for (const change of [
    { subject: 'Another subject' },
    { body: 'Another text' },
    { email_type: 'private' },
    { excluded_tags: [(await service.api('POST', '/v1/tags', { name: 'out' })).body.id] },
  ]) {
    const id = await refused(`Changed ${Object.keys(change)}`);
    assert.equal((await ask('POST', id, '/approval', {}, second)).status, 200);
    const publish_date = '2999-01-01T00:00:00Z';
    assert.equal((await ask('PATCH', id, '', { status: 'scheduled', publish_date })).status, 200);
    const answer = await ask('PATCH', id, '', change);
    assert.deepEqual([answer.status, answer.body.code], [403, 'approval_required']);
    const { status, approval } = await read(id);
    assert.deepEqual([status, approval.state, approval.by], ['draft', 'requested', null]);
  }
});

test('nobody is mailed if a snippet has changed or there are more recipients than approved', async () => {
  const snippet = { identifier: 'part', name: 'Part', content: 'before' };
  assert.equal((await service.api('POST', '/v1/snippets', snippet)).status, 201);
  const id = await refused('Snippet', { body: 'Text {{ snippets.part }}' });
  assert.equal((await ask('POST', id, '/approval', {}, second)).status, 200);
  const undo = (undo_seconds: number) =>
    service.api('PATCH', `/v1/newsletters/${service.newsletter.id}`, { undo_seconds });
  await undo(1);
  assert.equal((await ask('PATCH', id, '', { status: 'about_to_send' })).status, 200);
  const { body: parts } = await service.api('GET', '/v1/snippets');
  await service.api('PATCH', `/v1/snippets/${parts.results[0].id}`, { content: 'after' });
  const errored = await ended(id);
  assert.equal(errored.status, 'errored', errored.status_reason);
  assert.match(errored.status_reason, /^This email would go to 5 recipients. Its content/);

  const grown = await refused('Grown');
  assert.equal((await ask('POST', grown, '/approval', {}, second)).status, 200);
  assert.equal((await ask('PATCH', grown, '', { status: 'about_to_send' })).status, 200);
  const late = { email_address: 'late@example.org', type: 'regular' };
  assert.equal((await service.api('POST', '/v1/subscribers', late)).status, 201);
  assert.match(
    (await ended(grown)).status_reason,
    /^This email would go to 6 recipients\. At most 5 recipients are approved\./,
  );
  await service.api('DELETE', '/v1/subscribers/late@example.org');
  await undo(0);
  const subjects = service.sink.accepted.map(({ source }) => /^Subject: (.*)\r$/m.exec(source)?.[1]);
  assert.deepEqual(
    subjects.filter(subject => subject === 'Snippet' || subject === 'Grown'),
    [],
  );
});

test('withdrawing an approval makes a scheduled email a draft', async () => {
  const id = await refused('Withdrawn');
  await ask('POST', id, '/approval', {}, second);
  await ask('PATCH', id, '', { status: 'scheduled', publish_date: '2999-01-01T00:00:00Z' });
  assert.equal((await ask('DELETE', id, '/approval', undefined, second)).status, 204);
  const { status, approval } = await read(id);
  assert.deepEqual([status, approval.state], ['draft', 'voided']);
  assert.equal((await ask('POST', id, '/publish')).body.code, 'approval_required');
});

test('an approver who declines can say why: the email and the audit log show it until somebody asks again', async () => {
  const id = await refused('Declined');
  const decline = (body: unknown, headers: Record<string, string>) =>
    ask('POST', id, '/approval/decline', body, headers);
  assert.equal((await decline({}, editor)).body.code, 'forbidden', 'taken back by the requester');
  assert.equal((await decline({ reason: 'x'.repeat(501) }, second)).status, 400);
  const reason = 'The date in the subject is wrong.';
  const { status, body } = await decline({ reason }, second);
  const { state, count, requested_by, by } = body.approval;
  assert.deepEqual([status, state, body.approval.reason, count], [200, 'declined', reason, 5]);
  assert.ok(requested_by && by && requested_by !== by);
  assert.deepEqual([(await read(id)).status, (await read(id)).approval], ['draft', body.approval]);
  const { results } = (await service.api('GET', `/v1/audit_log?object_id=${id}&action=email.declined`)).body;
  assert.deepEqual(
    results.map(({ actor_id, details }: { actor_id: string; details: object }) => [actor_id, details]),
    [[by, { reason, status: 'draft' }]],
  );
  assert.equal((await decline(undefined, second)).body.code, 'status_invalid', 'nobody asks any more');

  assert.equal((await ask('POST', id, '/publish')).body.code, 'approval_required');
  const again = (await read(id)).approval;
  assert.deepEqual([again.state, again.reason, again.by], ['requested', '', null]);
  assert.equal((await decline(undefined, second)).body.approval.reason, '', 'a reason is optional');
  assert.equal((await ask('POST', id, '/approval', {}, second)).body.approval.state, 'approved');
});

test('emails are listed by the state of their approval, and the overview names those that wait', async () => {
  const waiting = await refused('Listed');
  const listed = async (state: string) =>
    (await service.api('GET', `/v1/emails?approval=${state}&page_size=1000`)).body.results.map(
      ({ id }: { id: string }) => id,
    );
  assert.ok((await listed('requested')).includes(waiting));
  assert.ok(!(await listed('approved')).includes(waiting));
  assert.deepEqual(await listed('sometimes'), []);
  const needs = (await service.api('GET', '/v1/overview')).body.needs;
  const need = needs.find(({ email }: { email: { id: string } | null }) => email?.id === waiting);
  assert.deepEqual([need.kind, need.count], ['approval', 5]);
  assert.match(need.detail, /^limited asks to send it to 5 subscribers\./);
  const blind = (await service.api('GET', '/v1/overview', undefined, editor)).body.needs;
  assert.match(blind.find(({ kind }: { kind: string }) => kind === 'approval').detail, /^Somebody asks/);
});

test('people chosen for an email count together toward the threshold', async () => {
  const { body: email } = await service.api(
    'POST',
    '/v1/emails',
    { subject: 'Chosen', body: 'Text', status: 'draft' },
    editor,
  );
  const people = (await service.api('GET', '/v1/subscribers')).body.results.map(
    ({ id }: { id: string }) => id,
  );
  const metadata = { email_id: email.id, ids: people };
  const bulk = await service.api('POST', '/v1/bulk_actions', { type: 'send_emails', metadata }, editor);
  assert.deepEqual([bulk.status, bulk.body.code], [403, 'approval_required']);
  assert.equal((await read(email.id)).approval.state, 'requested');
  const send = (person: string) =>
    service.api('POST', `/v1/subscribers/${person}/emails/${email.id}`, undefined, editor);
  for (const person of people.slice(0, 3)) assert.equal((await send(person)).status, 200);
  assert.equal((await send(people[3])).body.code, 'approval_required');
  assert.equal((await ask('POST', email.id, '/approval', { count: 4 }, second)).status, 200);
  assert.equal((await send(people[3])).status, 200);
  assert.equal((await send(people[4])).body.code, 'approval_required');
});
