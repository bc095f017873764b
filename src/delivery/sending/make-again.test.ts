import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { sql } from 'kysely';
import { pixel } from '../../testing/forms.ts';
import { sendEmail, untilIdle, untilStatus } from '../../testing/ledger.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { until } from '../../testing/until.ts';

const readers = ['ada', 'bob', 'cy'].map(name => `${name}@example.org`);
const sent = new Map<string, Map<string, string>>();
let service: TestService;
let attachment: string;
let old: string;

const api: TestService['api'] = (...request) => service.api(...request);
const copyOf = (id: string, reader: string) => api('GET', `/v1/emails/${id}/deliveries/${reader}/message`);

before(async () => {
  service = await startTestService({ works: true, env: { BOUNCE_DOMAIN: 'bounces.example.org' } });
  await api('PATCH', `/v1/newsletters/${service.newsletter.id}`, {
    name: 'Vorher 北京',
    from_name: 'Zoë',
    reply_to: 'editor@news.example',
    postal_address: 'Street 1',
    premium_text: 'All of it',
    premium_url: 'https://pay.example/',
  });
  for (const [at, email_address] of readers.entries())
    await api('POST', '/v1/subscribers', {
      email_address,
      type: at === 1 ? 'premium' : 'regular',
      tags: ['Red', 'Blue'].slice(at % 2),
      metadata: { first_name: `Näme${at}`, visits: 1 },
    });
  await api('POST', '/v1/snippets', {
    name: 'sig',
    identifier: 'sig',
    content: 'Yours, {{ subscriber.metadata.first_name }}',
  });
  const file = { name: 'file', filename: 'päge.png', value: pixel, type: 'image/png' };
  attachment = (await service.upload('/v1/attachments', [file])).body.id;
});
after(() => service.stop());

const personal =
  'Hi {{ subscriber.metadata.first_name }}{% if subscriber.type == "premium" %}, thanks{% endif %}: {{ subscriber.tags | join: ", " }}\n\n{{ snippets.sig }}';
const sends: Record<string, object> = {
  plain: { body: 'The same for all' },
  personal: { subject: 'To {{ subscriber.metadata.first_name }}', body: personal },
  teaser: {
    email_type: 'premium',
    should_send_teaser: true,
    body: `${personal}\n\n<!-- paywall -->\n\nFor members`,
  },
  'text alone': { template: 'plaintext', body: personal },
};

test('whatever changes later, each copy can be made again byte for byte, and its hash proves it', async () => {
  await remember('plain', sends.plain!);
  await remember('personal', sends.personal!);
  await remember('teaser', sends.teaser!);
  await remember('text alone', sends['text alone']!);
  await remember('attachment', { body: personal, attachments: [attachment] });
  await api('PATCH', `/v1/newsletters/${service.newsletter.id}`, { track_opens: true, track_clicks: true });
  await remember('tracked', {
    body: `${personal}\n\n[shared](https://a.example/1) {% if subscriber.type %}[own](https://a.example/2){% endif %}`,
  });
  await api('PATCH', `/v1/newsletters/${service.newsletter.id}`, { sending_rate: 20 });
  await remember('rated', { body: personal });
  await api('PATCH', `/v1/newsletters/${service.newsletter.id}`, { sending_rate: 0 });
  await rememberResent();
  await changeEverything();
  for (const [what, copies] of sent)
    for (const [reader, source] of copies) {
      const { status, body } = await copyOf(idOf(what), idOf(reader));
      assert.equal(status, 200, JSON.stringify(body));
      assert.equal(withoutDate(body.message), withoutDate(source), `${what} of ${reader}`);
      assert.deepEqual(
        [body.proved, body.email_address],
        [true, reader],
        `${what} of ${reader}: ${body.explanation}`,
      );
      assert.match(body.copy_hash, /^[0-9a-f]{12}$/);
    }
});

test('the email as it was mailed is shown as nobody in particular got it, whatever changed later', async () => {
  const mailed = async (what: string) => {
    const { status, body } = await api('GET', `/v1/emails/${idOf(what)}/mailed`);
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  };
  const tracked = await mailed('tracked');
  assert.equal(tracked.is_kept, true);
  assert.match(tracked.html, /href="https:\/\/a\.example\/1"/);
  assert.doesNotMatch(tracked.html, /\/[oc]\/[\w-]{40}|Näme|ada@/);
  assert.match(tracked.html, /Vorher 北京/);
  const teaser = await mailed('teaser');
  assert.match(teaser.html, /For members/);
  assert.doesNotMatch(teaser.teaser_html, /For members/);
  const text = await mailed('text alone');
  assert.deepEqual([text.html, text.teaser_html], ['', null]);
  assert.match(text.text, /^Hi :/m);
  const draft = await api('POST', '/v1/emails', { subject: 'Unsent', body: 'x', status: 'draft' });
  const refused = await api('GET', `/v1/emails/${draft.body.id}/mailed`);
  assert.deepEqual([refused.status, refused.body.code], [400, 'status_invalid']);
});

test('a plate from before Message-IDs had a proof makes copies with the Message-IDs that they had', async () => {
  const [email, reader] = [idOf('plain'), idOf('ada@example.org')];
  const messageId = async () => /^Message-ID: <(.*)@/m.exec((await copyOf(email, reader)).body.message)?.[1];
  assert.match((await messageId())!, new RegExp(`^${email}\\.${reader}\\.[0-9a-f]{20}$`));
  const { rows } = await sql<{ content: Buffer }>`
    select content from plates where email_key = (select key from emails where id = ${email})`.execute(
    service.db,
  );
  const keep = (content: Buffer) =>
    sql`update plates set content = ${content} where email_key = (select key from emails where id = ${email})`.execute(
      service.db,
    );
  const { proves_message_ids, ...older } = JSON.parse(brotliDecompressSync(rows[0]!.content).toString());
  assert.equal(proves_message_ids, true);
  await keep(brotliCompressSync(JSON.stringify(older)));
  assert.equal(await messageId(), `${email}.${reader}`);
  await keep(rows[0]!.content);
});

test('a copy that differs in one byte from the one handed over is not proved', async () => {
  await sql`update deliveries set copy_hash = set_bit(copy_hash, 47, 1 - get_bit(copy_hash, 47))`.execute(
    service.db,
  );
  const { body } = await copyOf(idOf('plain'), idOf('ada@example.org'));
  assert.equal(body.proved, false);
  assert.match(body.explanation, /not proved/);
  await sql`update deliveries set copy_hash = set_bit(copy_hash, 47, 1 - get_bit(copy_hash, 47))`.execute(
    service.db,
  );
});

test('a deleted attachment is named as the reason why a copy is not proved', async () => {
  assert.equal((await api('DELETE', `/v1/attachments/${attachment}`)).status, 204);
  const { body } = await copyOf(idOf('attachment'), idOf('ada@example.org'));
  assert.equal(body.proved, false);
  assert.match(body.explanation, /päge\.png/);
});

test('a copy from before hashes were kept can be made again but not proved', async () => {
  old = idOf('personal');
  await sql`delete from plates where email_key = (select key from emails where id = ${old})`.execute(
    service.db,
  );
  await sql`update deliveries set copy_hash = null where email_key = (select key from emails where id = ${old})`.execute(
    service.db,
  );
  const { status, body } = await copyOf(old, idOf('bob@example.org'));
  assert.deepEqual([status, body.proved, body.copy_hash], [200, false, null]);
  assert.match(body.explanation, /^Made again, not proved: the email was sent before/);
  assert.match(body.message, /^To: <bob@example\.org>\r$/m);
});

test('nothing is kept for a change that no email uses or for somebody not mailed since the last change', async () => {
  const id = idOf('cy@example.org');
  const count = async () =>
    (
      await sql<{ n: number }>`select count(*)::int as n from subscriber_versions
      where subscriber_key = (select key from subscribers where id = ${id})`.execute(service.db)
    ).rows[0]!.n;
  const before = await count();
  await api('PATCH', `/v1/subscribers/${id}`, { metadata: { first_name: 'new2', visits: 77 } });
  assert.equal(await count(), before, 'no email uses visits');
  await sql`update values_read set print_date = now() - interval '1 day'`.execute(service.db);
  await api('PATCH', `/v1/subscribers/${id}`, { metadata: { first_name: 'once more' } });
  assert.equal(await count(), before, 'nothing was mailed since the last change');
});

test('erasing a person erases all their kept values and copies', async () => {
  const id = idOf('ada@example.org');
  const key = (await sql<{ key: number }>`select key from subscribers where id = ${id}`.execute(service.db))
    .rows[0]!.key;
  const kept = async () =>
    (await sql`select from subscriber_versions where subscriber_key = ${key}`.execute(service.db)).rows
      .length;
  assert.ok((await kept()) > 0);
  assert.equal((await api('DELETE', `/v1/subscribers/${id}`)).status, 204);
  assert.equal(await kept(), 0);
  assert.equal((await copyOf(idOf('plain'), id)).status, 404);
  const { rows } = await sql<{ text: string }>`
    select concat_ws(' ', (select string_agg(v::text, ' ') from subscriber_versions v), (select string_agg(v::text, ' ') from tag_versions v)) as text`.execute(
    service.db,
  );
  assert.doesNotMatch(rows[0]!.text, /ada@|Näme0/);
});

test('showing a copy requires reading emails and subscribers, and is in the audit log', async () => {
  const [email, reader] = [idOf('plain'), idOf('bob@example.org')];
  const path = `/v1/emails/${email}/deliveries/${reader}/message`;
  for (const permissions of [{ emails: 'read' }, { subscribers: 'read' }] as const)
    assert.equal((await api('GET', path, undefined, await service.keyWith(permissions))).status, 403);
  const both = await service.keyWith({ emails: 'read', subscribers: 'read' });
  assert.equal((await api('GET', path, undefined, both)).status, 200);
  const { body } = await api('GET', '/v1/audit_log?page_size=1000');
  const shown = (entry: { action: string; object_id: string }) =>
    entry.action === 'subscriber.mail_shown' && entry.object_id === reader;
  assert.ok(body.results.some(shown));
  const foreign = await service.foreignKey();
  assert.equal((await api('GET', path, undefined, foreign)).status, 404);
});

test('there is no copy of anything that was not sent: another email or person, a draft, a later subscriber', async () => {
  const { body: draft } = await api('POST', '/v1/emails', { subject: 'Draft', body: 'x', status: 'draft' });
  const { body: late } = await api('POST', '/v1/subscribers', {
    email_address: 'late@example.org',
    type: 'regular',
  });
  const reader = idOf('bob@example.org');
  for (const [email, person] of [
    [draft.id, reader],
    [idOf('plain'), late.id],
    [idOf('plain'), 'nobody@example.org'],
    ['no-id', reader],
  ])
    assert.equal((await copyOf(email, person)).status, 404, `${email} ${person}`);
});

const ids = new Map<string, string>();
const idOf = (what: string) => ids.get(what)!;

/** Sends the email and keeps the copies that the mail server received. */
async function remember(what: string, issue: object): Promise<void> {
  service.sink.accepted.length = 0;
  const id = await sendEmail(service, what, issue);
  await untilStatus(service, id, 'sent');
  await untilIdle(service, id);
  keepSent(what, id);
}

/** Sends an email with one interrupted hand-over, then changes the subscriber and resends the email. */
async function rememberResent(): Promise<void> {
  service.sink.accepted.length = 0;
  service.sink.treat = to => (to === 'bob@example.org' ? { dot: 'drop' } : {});
  const id = await sendEmail(service, 'resent', { body: personal });
  await untilStatus(service, id, 'sent');
  await untilIdle(service, id);
  service.sink.treat = () => ({});
  await api('PATCH', '/v1/subscribers/bob@example.org', { metadata: { first_name: 'Bobby' } });
  await api('PATCH', `/v1/newsletters/${service.newsletter.id}`, { postal_address: 'Street 2' });
  service.sink.accepted.length = service.sink.accepted.findIndex(({ to }) => to === 'bob@example.org');
  await api('POST', `/v1/emails/${id}/deliveries/resend`, { status: 'uncertain' });
  await until('bob has it', async () => service.sink.accepted.some(({ to }) => to === 'bob@example.org'));
  await untilIdle(service, id);
  keepSent('resent', id);
}

function keepSent(what: string, id: string): void {
  ids.set(what, id);
  sent.set(
    what,
    new Map(service.sink.accepted.map(({ to, source }) => [to, Buffer.from(source, 'latin1').toString()])),
  );
}

async function changeEverything(): Promise<void> {
  await api('PATCH', `/v1/newsletters/${service.newsletter.id}`, {
    username: 'renamed',
    name: 'After',
    from_name: 'Other',
    from_address: 'other@else.example',
    reply_to: '',
    postal_address: 'Street 9',
    premium_text: 'Else',
    premium_url: '',
    track_opens: false,
    track_clicks: false,
  });
  for (const [what, id] of ids)
    assert.equal(
      (
        await api('PATCH', `/v1/emails/${id}`, {
          subject: `New ${what}`,
          body: 'New',
          description: 'New',
          slug: `new-${what.replace(' ', '-')}`,
        })
      ).status,
      200,
    );
  const { body: snippets } = await api('GET', '/v1/snippets');
  await api('PATCH', `/v1/snippets/${snippets.results[0].id}`, { content: 'Changed' });
  const { body: tags } = await api('GET', '/v1/tags');
  const [red, blue] = ['Red', 'Blue'].map(name =>
    tags.results.find((tag: { name: string }) => tag.name === name),
  );
  await api('PATCH', `/v1/tags/${red.id}`, { name: 'Rosé' });
  await api('PATCH', `/v1/tags/${red.id}`, { name: 'Crimson' });
  assert.equal((await api('DELETE', `/v1/tags/${blue.id}`)).status, 204);
  await api('PATCH', `/v1/attachments/${attachment}`, { name: 'other.png' });
  for (const reader of readers) {
    const { body } = await api('GET', `/v1/subscribers/${reader}`);
    ids.set(reader, body.id);
    const changes = [
      { metadata: { first_name: 'new', visits: 2 } },
      { type: body.type === 'premium' ? 'regular' : 'premium' },
      { tags: ['Green'] },
      { email_address: `new-${reader}` },
      { metadata: { first_name: 'new2' } },
    ];
    for (const change of changes)
      assert.equal((await api('PATCH', `/v1/subscribers/${body.id}`, change)).status, 200);
  }
}

function withoutDate(source: string): string {
  return source.replace(/^Date: .*\r\n/m, '').trimEnd();
}
