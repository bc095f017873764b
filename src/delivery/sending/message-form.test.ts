import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { pixel } from '../../testing/forms.ts';
import { readMail, readMailsByPython } from '../../testing/mail-readers.ts';
import { assertForm } from '../../testing/message-form.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { sampleTheme } from '../../testing/samples/rendering.ts';
import { until } from '../../testing/until.ts';
import { openMailings, type Reader } from './mailings.ts';

let service: TestService;
before(async () => {
  service = await startTestService({ works: true });
  await service.api('PATCH', `/v1/newsletters/${service.newsletter.id}`, {
    name: 'Grüße aus 北京, "täglich" 🌍',
    from_name: 'Zoë "Z" 北京',
    reply_to: 'editor@news.example',
    postal_address: 'Straße 1\n北京',
  });
  for (const [email_address, first_name, type] of [
    ['ada@example.org', 'Ada', 'regular'],
    ['zoe@example.org', '  Zoë\r\nBcc: v@example.org <b>👩‍👩‍👧‍👦</b> '.repeat(9), 'premium'],
    ['o=brien@example.org', '.', 'regular'],
  ])
    await service.api('POST', '/v1/subscribers', { email_address, type, metadata: { first_name } });
});
after(() => service.stop());

const name = '{{ subscriber.metadata.first_name }}';
const issues = {
  'only a subject': { subject: 'Short' },
  'Markdown with every feature': {
    subject: `北京 for ${name}: ${'words and '.repeat(20)}`,
    description: `Preheader für ${name}`,
    body: [
      `# Dear ${name}`,
      '.\nFrom me to you: ünïcödé, “quotes” — and 👩‍👩‍👧‍👦.  \n..',
      `[a link](https://a.example/${'x'.repeat(1200)}?q=1&r=${name})`,
      '| a | b |\n| - | - |\n| 1 | 2 |',
      '```ts\nconst x: string = "=_postrider_alternative";\n```',
      'Note.[^1]\n\n[^1]: --=_postrider_alternative--',
      'x'.repeat(3000),
      '北'.repeat(3000),
    ].join('\n\n'),
  },
  'HTML on one line': { subject: 'HTML', body: `<h1>Hi ${name}</h1>${'<p>Ünï &amp; text</p>'.repeat(300)}` },
  'line endings of every kind': { subject: 'Ends', body: 'a\rb\r\nc\n\n\r\n\rd\u2028e\u0085f \t\n' },
  'a premium email with a teaser': {
    subject: 'Premium',
    email_type: 'premium',
    should_send_teaser: true,
    body: `For all, ${name}\n\n<!-- paywall -->\n\nFor members`,
  },
};

for (const [what, issue] of Object.entries(issues)) {
  for (const attached of [false, true]) {
    test(`${what}${attached ? ', with attachments' : ''}: every copy is well formed, and two readers read it alike`, async () => {
      const attachments = attached ? [await upload('第一号.png'), await upload('a.txt')] : [];
      const subject = attached ? `${issue.subject} +` : issue.subject;
      const sources = await send({ ...issue, subject, attachments });
      assert.equal(sources.length, 3);
      for (const source of sources) {
        const { header, parts } = assertForm(source.toString('latin1'));
        const files = parts.length - 2;
        assert.ok(files === attachments.length || (issue.subject === 'Premium' && files === 0));
        const [, link] = /^List-Unsubscribe: <(http:\/\/news\.example\/[^ ,<>]+)>\r$/m.exec(header) ?? [];
        assert.ok(link, header);
        assert.match(header, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
        assert.match(header, /^List-Id: <[\w.-]+>\r$/m);
        assert.match(header, /^Precedence: bulk\r$/m);
        const read = await readMail(source);
        for (const body of [read.text, read.html])
          assert.ok(body.includes(link), 'the unsubscribe link is visible');
      }
      const byPython = await readMailsByPython(sources);
      for (const [at, source] of sources.entries()) {
        if (!byPython) continue;
        const { defects, ...read }: (typeof byPython)[number] = byPython[at]!;
        assert.deepEqual(read, await readMail(source));
        assert.deepEqual(defects, []);
      }
    });
  }
}

test('each copy has its own Message-ID in the sending domain, and a reprinted copy keeps it', async () => {
  const sources = await send({ subject: 'Printed again', body: name });
  const ids = sources.map(source => /^Message-ID: (<[^\r]*>)\r$/m.exec(source.toString('latin1'))![1]!);
  const domain = service.newsletter.from_address.split('@')[1]!;
  assert.equal(new Set(ids).size, 3);
  for (const id of ids) assert.match(id, new RegExp(`^<[\\w.-]+@${domain.replaceAll('.', '\\.')}>$`));
  const email = await service.db
    .selectFrom('emails')
    .selectAll()
    .where('subject', '=', 'Printed again')
    .executeTakeFirstOrThrow();
  const readers = await service.db.selectFrom('subscribers').selectAll().execute();
  const { db, store } = service;
  const context = {
    db,
    store,
    theme: sampleTheme,
    base_url: 'http://news.example',
    secret: service.secret,
    vault: service.vault,
    bounce_domain: undefined,
    provider_fields: [],
  };
  const print = async (reader: object) =>
    (await openMailings(context)({ email_key: email.key, part: 0 }))
      .print(reader as Reader, new Date(0))
      .pieces.join('');
  const again = await Promise.all(readers.map(print));
  assert.deepEqual(again, await Promise.all(readers.map(print)));
  const idsAgain = again.map(source => /^Message-ID: (<[^\r]*>)\r$/m.exec(source)![1]!);
  assert.deepEqual(idsAgain.toSorted(), ids.toSorted());
});

async function upload(filename: string): Promise<string> {
  const file = { name: 'file', filename, value: pixel, type: 'image/png' };
  return (await service.upload('/v1/attachments', [file])).body.id;
}

/** Sends the email and returns the copies that the sink received. */
async function send(issue: object): Promise<Buffer[]> {
  service.sink.accepted.length = 0;
  const { body } = await service.api('POST', '/v1/emails', issue);
  await until('sent', async () => (await service.api('GET', `/v1/emails/${body.id}`)).body.status === 'sent');
  return service.sink.accepted.map(({ source }) => Buffer.from(`${source}\r\n`, 'latin1'));
}
