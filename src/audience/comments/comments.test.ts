import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { mutesAddress } from '../../links/comments.ts';
import { signSession } from '../../links/readers.ts';
import { day_ms } from '../../platform/durations.ts';
import { readMail } from '../../testing/mail-readers.ts';
import { assertOpeningChangesNothing, post, visit } from '../../testing/pages.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { until } from '../../testing/until.ts';
import { judge } from './comment.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

type Reader = { id: string; email_address: string };
type Email = { id: string; slug: string };
type Row = { id: string; status: string; reasons: string[]; text: string; subscriber_id: string | null };

let number = 0;
const call = async (method: string, path: string, body?: object) => {
  const answer = await service.api(method, path, body);
  assert.ok(answer.status < 300, answer.text);
  return answer.body;
};
const makeReader = (fields: object = {}): Promise<Reader> => {
  number += 1;
  return call('POST', '/v1/subscribers', {
    email_address: `reader${number}@example.org`,
    type: 'regular',
    ...fields,
  });
};
const makeEmail = async (fields: object = {}): Promise<Email> => {
  number += 1;
  return call('POST', '/v1/emails', {
    subject: `Issue ${number}`,
    body: 'Low water.',
    status: 'imported',
    publish_date: '2026-01-02T03:04:05Z',
    commenting_mode: 'enabled',
    ...fields,
  });
};
const pageOf = ({ slug }: Email) => `/${service.newsletter.username}/archive/${slug}/comments`;
const sessionOf = (reader: Reader) => ({
  cookie: `reader=${signSession(service.secret, reader, new Date(Date.now() + day_ms))}`,
});
const write = (reader: Reader, email: Email, text: string, more: Record<string, string> = {}) =>
  post(service, pageOf(email), { do: 'comment', name: 'Kay', text, ...more }, sessionOf(reader));
const commentsOf = async ({ id }: Email): Promise<Row[]> =>
  (await call('GET', `/v1/comments?email_id=${id}&ordering=creation_date`)).results;
const approve = ({ id }: Row) => call('PATCH', `/v1/comments/${id}`, { status: 'active' });
const issue = async ({ slug }: Email) =>
  (await visit(service, `/${service.newsletter.username}/archive/${slug}`)).text;
/** A reader whose comments appear at once. */
const makeKnown = async () => {
  const reader = await makeReader();
  const email = await makeEmail();
  await write(reader, email, `Hello ${number}`);
  await approve((await commentsOf(email))[0]!);
  return reader;
};
const lettersOf = async (kind: string) =>
  (
    await sql<{ subject: string }>`select subject from letters where kind = ${kind} order by subject`.execute(
      service.db,
    )
  ).rows.map(({ subject }) => subject);

test('nobody can comment unless the email allows it, and readers who have not signed in are led to sign in', async () => {
  const reader = await makeReader();
  const closed = await makeEmail({ commenting_mode: 'disabled' });
  assert.equal((await visit(service, pageOf(closed), sessionOf(reader))).status, 404);
  assert.doesNotMatch(await issue(closed), /Comments/);
  const open = await makeEmail();
  assert.match(await issue(open), /Nobody has commented yet/);
  const stranger = await visit(service, pageOf(open));
  assert.equal(stranger.status, 303);
  assert.equal(
    stranger.headers.get('location'),
    `/${service.newsletter.username}/sign-in?to=archive%2F${open.slug}%2Fcomments`,
  );
  assert.match(
    (await visit(service, stranger.headers.get('location')!)).text,
    new RegExp(`name="to" value="archive/${open.slug}/comments"`),
  );
  assert.match((await visit(service, pageOf(open), sessionOf(reader))).text, /Your comment/);
});

test('a first comment waits and says why; once approved, it is on the page, and the next one appears at once', async () => {
  const reader = await makeReader();
  const email = await makeEmail();
  assert.match(
    (await write(reader, email, 'The dunes, at low water.')).text,
    /once the newsletter has approved it/,
  );
  const [waiting] = await commentsOf(email);
  const after = await call('GET', `/v1/comments?email_id=${email.id}&page=9`);
  assert.deepEqual([after.results, after.count], [[], 1]);
  assert.deepEqual([waiting!.status, waiting!.reasons], ['pending', ['first_comment']]);
  assert.doesNotMatch(await issue(email), /The dunes/);
  await approve(waiting!);
  assert.match(await issue(email), /The dunes, at low water\./);
  assert.match((await write(reader, email, 'And the harbour.')).text, /Your comment is on the page/);
  assert.match(await issue(email), /And the harbour\./);
  await call('PATCH', `/v1/comments/${waiting!.id}`, { status: 'spammy' });
  assert.doesNotMatch(await issue(email), /The dunes/);
  assert.doesNotMatch(await issue(email), new RegExp(reader.email_address));
});

test('a reader who takes the newsletter’s name, however it is written, comments without a name', async () => {
  const { id, name } = service.newsletter;
  await call('PATCH', `/v1/newsletters/${id}`, { from_name: 'Ada Zoë' });
  const email = await makeEmail();
  const taken = [name, ` ${name.toUpperCase()}. `, [...name].join('\u200b'), `${name}\u00a0✓`, 'Ａｄａ zoe'];
  const names = [...taken, `${name} fan`];
  for (const [at, typed] of names.entries())
    await write(await makeReader(), email, `Text ${at}`, { name: typed });
  const { results } = await call('GET', `/v1/comments?email_id=${email.id}&ordering=creation_date`);
  assert.deepEqual(
    results.map((comment: { name: string }) => comment.name),
    [...taken.map(() => ''), `${name} fan`],
  );
});

test('the rules say why: links, repeated text, and earlier spam; spam goes to spam', async () => {
  const known = { has_active: true, has_spam: false, is_repeated: false };
  assert.deepEqual(judge('See https://a.example', known), { status: 'active', reasons: [] });
  assert.deepEqual(judge('https://a.example www.b.example', known), {
    status: 'pending',
    reasons: ['links'],
  });
  assert.equal(judge('x', { ...known, has_spam: true }).status, 'spammy');
  const [one, two] = [await makeKnown(), await makeKnown()];
  const email = await makeEmail();
  await write(one, email, 'Cheap watches for everybody');
  await write(two, email, 'Cheap watches for everybody');
  const [first, second] = await commentsOf(email);
  assert.deepEqual([first!.status, second!.status, second!.reasons], ['active', 'pending', ['repeated']]);
  await call('PATCH', `/v1/comments/${second!.id}`, { status: 'spammy' });
  await write(two, email, 'Something else');
  const third = (await commentsOf(email)).at(-1)!;
  assert.deepEqual([third.status, third.reasons], ['spammy', ['earlier_spam']]);
});

test('a GET changes nothing, nor does any other POST, another site’s form or an attempt on somebody else’s comment', async () => {
  const reader = await makeKnown();
  const other = await makeReader();
  const email = await makeEmail();
  await write(reader, email, 'Mine to delete');
  const [mine] = await commentsOf(email);
  await visit(service, `${pageOf(email)}?reply=${mine!.id}`, sessionOf(reader));
  const strange: Record<string, string>[] = [{}, { do: 'x' }, { do: 'constructor' }, { text: 'no deed' }];
  for (const body of strange)
    assert.equal((await post(service, pageOf(email), body, sessionOf(reader))).status, 400);
  await post(service, pageOf(email), { do: 'comment', text: 'no cookie' });
  await post(service, pageOf(email), { do: 'delete', comment: mine!.id }, sessionOf(other));
  await write(reader, email, 'trapped', { website: 'x' });
  assert.equal((await write(reader, email, '  \n ')).status, 400);
  assert.deepEqual(
    (await commentsOf(email)).map(({ text }) => text),
    ['Mine to delete'],
  );
  await post(service, pageOf(email), { do: 'delete', comment: mine!.id }, sessionOf(reader));
  assert.deepEqual(await commentsOf(email), []);
});

test('of ten thousand posts by robots none is shown, none by strangers is kept, and nobody is mailed twice', async () => {
  const robots = await Promise.all(Array.from({ length: 5 }, () => makeReader()));
  const email = await makeEmail();
  const before = await lettersOf('mail_comment');
  for (let at = 0; at < 10_000; at += 200)
    await Promise.all(
      Array.from({ length: 200 }, (_, n) => {
        const robot = n % 4 === 0 ? robots[(n / 4) % 5] : undefined;
        const fields = { do: 'comment', name: 'Robot', text: `Buy ${at} ${n}` };
        return post(service, pageOf(email), fields, robot ? sessionOf(robot) : { cookie: `reader=${n}` });
      }),
    );
  const { count } = await call('GET', `/v1/comments?email_id=${email.id}`);
  assert.equal(count, 100); // 20 an hour from each reader
  assert.equal((await call('GET', `/v1/comments?email_id=${email.id}&status=active`)).count, 0);
  assert.doesNotMatch(await issue(email), /Buy/);
  assert.deepEqual(await lettersOf('mail_comment'), before);
  assert.equal((await lettersOf('tell_comments')).length, 1);
});

test('hostile text is shown as text, on the page and on the page to reply', async () => {
  const reader = await makeKnown();
  const email = await makeEmail();
  const text =
    '<script>alert(1)</script> {{ newsletter.name }} {% raw %} "\'><img src=x onerror=y> [a](javascript:z)';
  await write(reader, email, text, { name: '<b onclick=x>Kay</b>' });
  const [made] = await commentsOf(email);
  assert.equal(made!.text, text);
  const pages = [
    await issue(email),
    (await visit(service, `${pageOf(email)}?reply=${made!.id}`, sessionOf(reader))).text,
  ];
  for (const html of pages) {
    assert.doesNotMatch(html, /<script>alert|<img src=x|<b onclick|href="javascript/);
    assert.match(html, /&lt;script&gt;alert\(1\)&lt;\/script&gt; (?:\{|&#123;)/);
  }
});

test('where the email says so, only paying readers comment, and only those who may read the email', async () => {
  const [reader, payer] = [await makeReader(), await makeReader({ type: 'premium' })];
  const paid = await makeEmail({ commenting_mode: 'enabled_for_paid_subscribers' });
  assert.match(
    (await visit(service, pageOf(paid), sessionOf(reader))).text,
    /Paying subscribers can comment/,
  );
  await write(reader, paid, 'By force');
  await write(payer, paid, 'I pay');
  assert.deepEqual(
    (await commentsOf(paid)).map(({ text }) => text),
    ['I pay'],
  );
  const premium = await makeEmail({ email_type: 'premium' });
  await write(reader, premium, 'By force');
  await write(payer, premium, 'I read');
  const [only, ...others] = await commentsOf(premium);
  assert.deepEqual([only!.text, others], ['I read', []]);
  await approve(only!);
  assert.doesNotMatch(await issue(premium), /I read/);
});

test('the others in a thread get one letter each, which one click ends and which leads to the reply', async t => {
  const still = service;
  service = await startTestService({ works: true });
  t.after(async () => {
    await service.stop();
    service = still;
  });
  const [asker, helper] = [await makeKnown(), await makeReader()];
  const email = await makeEmail();
  await write(asker, email, 'Where is the ferry?');
  const [question] = await commentsOf(email);
  await write(helper, email, 'At the <old> pier', { parent: question!.id, name: 'Sam & Co' });
  const answer = (await commentsOf(email)).at(-1)!;
  for (const status of ['active', 'spammy', 'active'])
    await call('PATCH', `/v1/comments/${answer.id}`, { status });
  const told = () => service.sink.accepted.filter(({ to }) => to === asker.email_address);
  await until('the letter arrived', async () => told().length > 0);
  await until('none waits', async () => (await lettersOf('mail_comment')).length === 0);
  assert.equal(told().length, 1);
  const { source } = told()[0]!;
  const { html, text } = await readMail(Buffer.from(source, 'latin1'));
  assert.match(html, /At the &lt;old&gt; pier/);
  assert.match(text, /Sam & Co/);
  assert.match(html, new RegExp(`/archive/${email.slug}/#comment-${answer.id}`));
  const stop = mutesAddress('', service.secret, asker.id);
  assert.ok(source.replaceAll(/\r\n\s+/g, '').includes(`${stop}>`), 'one click');
  assert.equal((await visit(service, stop)).status, 200);
  assert.equal((await post(service, stop, {})).status, 400);
  assert.equal((await post(service, stop, { 'List-Unsubscribe': 'One-Click' })).status, 200);
  assert.equal((await call('GET', `/v1/subscribers/${asker.id}`)).type, 'regular');
  const own = await call('POST', '/v1/comments', { parent_id: question!.id, text: 'Thank you both.' });
  assert.deepEqual([own.status, own.subscriber_id, own.parent_id], ['active', null, question!.id]);
  await until('the other one is told', async () =>
    service.sink.accepted.some(({ to }) => to === helper.email_address),
  );
  assert.equal(told().length, 1);
});

test('a reader who no longer pays gets no mail about comments on an email that only paying readers read', async t => {
  const still = service;
  service = await startTestService({ works: true });
  t.after(async () => {
    await service.stop();
    service = still;
  });
  const payers = [];
  for (let at = 0; at < 3; at += 1) payers.push(await makeReader({ type: 'premium' }));
  const [lapsed, payer, helper] = payers as [Reader, Reader, Reader];
  const email = await makeEmail({ email_type: 'premium' });
  await write(lapsed, email, 'Where is the ferry?');
  const [question] = await commentsOf(email);
  await approve(question!);
  await write(payer, email, 'I ask that too.', { parent: question!.id });
  await approve((await commentsOf(email)).at(-1)!);
  await until('the first letter was sent', async () => (await lettersOf('mail_comment')).length === 0);
  await call('PATCH', `/v1/subscribers/${lapsed.id}`, { type: 'regular' });
  await write(helper, email, 'At the old pier', { parent: question!.id });
  await approve((await commentsOf(email)).at(-1)!);
  const told = ({ email_address }: Reader) =>
    service.sink.accepted.filter(({ to, source }) => to === email_address && source.includes('old pier'));
  await until('the letter to the other one arrived', async () => told(payer).length === 1);
  await until('none waits', async () => (await lettersOf('mail_comment')).length === 0);
  assert.equal(told(lapsed).length, 0);
});

test('the link to end mails about comments changes nothing when it is opened', async () => {
  const reader = await makeReader();
  await assertOpeningChangesNothing(service, mutesAddress('', service.secret, reader.id));
});

test('comments are in a person’s data, and are deleted with it; replies of others stay', async () => {
  const [reader, other] = [await makeKnown(), await makeKnown()];
  const email = await makeEmail();
  await write(reader, email, 'First of all');
  await write(other, email, 'I agree', { parent: (await commentsOf(email))[0]!.id });
  const data = await call('GET', `/v1/subscribers/${reader.id}/data`);
  assert.ok(data.comments.some(({ text }: { text: string }) => text === 'First of all'));
  const receipt = await call('POST', `/v1/subscribers/${reader.id}/erasure`);
  assert.equal(receipt.deleted.comments, 2);
  assert.deepEqual(
    (await commentsOf(email)).map(({ text }) => text),
    ['I agree'],
  );
  assert.match(await issue(email), /I agree/);
});

test('the API refuses a comment on nothing, on another email, where comments are off, or by nobody', async () => {
  const [email, other] = [await makeEmail(), await makeEmail()];
  const closed = await makeEmail({ commenting_mode: 'disabled' });
  const made = await call('POST', '/v1/comments', { email_id: email.id, text: 'Welcome' });
  for (const [body, status] of [
    [{ text: 'x' }, 400],
    [{ text: 'x', email_id: other.id, parent_id: made.id }, 400],
    [{ text: 'x', email_id: closed.id }, 400],
    [{ text: 'x', email_id: email.id, subscriber_id: other.id }, 404],
    [{ text: 'x'.repeat(5001), email_id: email.id }, 400],
  ] as const)
    assert.equal(
      (await service.api('POST', '/v1/comments', body)).status,
      status,
      JSON.stringify(body).slice(0, 99),
    );
  const foreign = await service.foreignKey();
  assert.equal((await service.api('GET', `/v1/comments/${made.id}`, undefined, foreign)).status, 404);
  assert.equal((await service.api('DELETE', `/v1/comments/${made.id}`, undefined, foreign)).status, 404);
});
