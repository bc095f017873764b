import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import type { DomainReports } from '../../client/schema.ts';
import { day_ms } from '../../platform/durations.ts';
import { createLog } from '../../platform/log.ts';
import {
  dmarcXml,
  gzipped,
  type ReportForm,
  reportMail,
  sampleReport,
} from '../../testing/domain-reports.ts';
import { openOutbox } from '../../testing/letters.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { pruneDomainReports } from './queries.ts';
import { takeDomainReports } from './take.ts';
import { printDomainReports } from './tell.ts';

const bounce_domain = 'bounces.postrider.example';
const domain = 'tides.example';
const begin = new Date('2026-11-28T00:00:00Z').getTime() / 1000;
let now = new Date('2026-11-29T04:00:00Z');
let service: TestService;
before(async () => {
  service = await startTestService({ clock: () => now, env: { BOUNCE_DOMAIN: bounce_domain } });
  await service.db
    .updateTable('newsletters')
    .set({ from_address: `news@${domain}` })
    .execute();
});
after(() => service.stop());
beforeEach(async () => {
  now = new Date('2026-11-29T04:00:00Z');
  await service.db.deleteFrom('domain_reports').execute();
  await service.db.deleteFrom('letters').execute();
  await service.db.deleteFrom('feedback_refusals').execute();
});

const submit = async (content: Buffer | string, recipient = `dmarc@${bounce_domain}`) => {
  const path = `/v1/feedback/messages?recipient=${encodeURIComponent(recipient)}`;
  const { body } = await service.api('POST', path, reportMail(content), { 'content-type': 'message/rfc822' });
  return body.result as string;
};
const send = (form: ReportForm) => submit(gzipped(dmarcXml({ begin, end: begin + 86_399, domain, ...form })));
const summary = async (days = 30): Promise<DomainReports> =>
  (await service.api('GET', `/v1/newsletters/${service.newsletter.id}/domain_reports?days=${days}`)).body;
const refusals = async () =>
  Object.fromEntries(
    (await service.api('GET', '/v1/feedback/refusals')).body.results.map(
      ({ reason, total }: { reason: string; total: number }) => [reason, total],
    ),
  );
const signed = (by: string, selector: string) =>
  `<dkim><domain>${by}</domain><selector>${selector}</selector><result>pass</result></dkim>`;
const passes = (envelope: string) => `<spf><domain>${envelope}</domain><result>pass</result></spf>`;

test('mail from here, forwarded mail, services that may send and strangers are told apart, with advice', async () => {
  const { body } = await service.api('POST', `/v1/newsletters/${service.newsletter.id}/dkim_keys`, {});
  const ours = signed(domain, body.results[0].selector);
  const rows = [
    { ip: '192.0.2.25', count: 900, spf: 'fail', results: ours + passes(bounce_domain) },
    { ip: '192.0.2.26', count: 5, dkim: 'fail', spf: 'fail', results: passes(bounce_domain) },
    { ip: '198.51.100.7', count: 30, spf: 'fail', results: ours + passes('list.example') },
    {
      ip: '198.51.100.8',
      count: 40,
      spf: 'fail',
      results: signed(domain, 'desk') + passes('mailer.example'),
    },
    {
      ip: '2001:db8::1',
      count: 17,
      dkim: 'fail',
      spf: 'fail',
      disposition: 'reject',
      results: passes('spam.example'),
    },
  ];
  assert.equal(await send({ rows }), 'taken');
  const { dmarc, dmarc_address, organisations } = await summary();
  assert.equal(dmarc_address, `dmarc@${bounce_domain}`);
  assert.deepEqual([dmarc.reports, dmarc.messages, dmarc.passed, dmarc.policy], [1, 992, 970, 'none']);
  assert.deepEqual(
    dmarc.sources.map(one => [
      one.source_ip,
      one.standing,
      one.service,
      one.selector,
      one.messages,
      one.passed,
    ]),
    [
      ['192.0.2.25', 'ours', bounce_domain, body.results[0].selector, 900, 900],
      ['198.51.100.8', 'allowed', 'mailer.example', 'desk', 40, 40],
      ['198.51.100.7', 'forwarded', 'list.example', body.results[0].selector, 30, 30],
      ['2001:db8::1', 'stranger', 'spam.example', '', 17, 0],
      ['192.0.2.26', 'ours', bounce_domain, '', 5, 0],
    ],
  );
  assert.deepEqual(
    dmarc.sources.map(({ advice_sentence }) => advice_sentence?.code),
    [
      undefined,
      'domains.service_may_send',
      'domains.forwarded_mail',
      'domains.service_unknown',
      'domains.own_mail_fails',
    ],
  );
  assert.equal(dmarc.sources[3]?.rejected, 17);
  assert.deepEqual(
    organisations.map(({ org, sender, reports }) => [org, sender, reports]),
    [['google.com', 'google.com', 1]],
  );
});

test('the same report counts once, by organisation and name; another organisation may use the same name', async () => {
  const row = { ip: '192.0.2.25', count: 10 };
  const two = await Promise.all([send({ rows: [row] }), send({ rows: [row] })]);
  assert.deepEqual(two, ['taken', 'taken']);
  assert.equal((await summary()).dmarc.messages, 10);
  await send({ org: 'other.example', rows: [row] });
  const { dmarc } = await summary();
  assert.deepEqual([dmarc.messages, dmarc.sources[0]?.organisations], [20, ['google.com', 'other.example']]);
});

test('reports of several days are added up by source, with the first and the last day', async () => {
  for (const ago of [0, 3, 40]) {
    const start = begin - ago * 86_400;
    await send({ id: `r${ago}`, begin: start, end: start + 86_399, rows: [{ count: 2 }] });
  }
  const [source] = (await summary()).dmarc.sources;
  assert.deepEqual(
    [source?.messages, source?.first_date.slice(0, 10), source?.last_date.slice(0, 10)],
    [4, '2026-11-25', '2026-11-28'],
  );
  assert.equal((await summary(90)).dmarc.messages, 6);
});

test('a policy above the newsletter’s domain shows only mail in the name of that domain', async () => {
  await service.db
    .updateTable('newsletters')
    .set({ from_address: `a@news.${domain}` })
    .execute();
  const rows = [
    { from: `news.${domain}`, count: 3 },
    { from: `shop.${domain}`, count: 5 },
    { from: domain, count: 7 },
  ];
  assert.equal(await send({ rows }), 'taken');
  const { dmarc } = await summary();
  assert.deepEqual(
    dmarc.sources.map(({ header_from, messages }) => [header_from, messages]),
    [[[`news.${domain}`], 3]],
  );
  await service.db
    .updateTable('newsletters')
    .set({ from_address: `news@${domain}` })
    .execute();
});

test('reports about other domains, from the future, too old, too long or unreadable are not stored, but all are counted', async () => {
  assert.equal(await send({ domain: 'elsewhere.example' }), 'unassigned');
  assert.equal(await send({ domain: 'ides.example' }), 'unassigned');
  for (const [start, end] of [
    [begin + 3 * 86_400, begin + 4 * 86_400],
    [begin - 400 * 86_400, begin - 399 * 86_400],
    [begin - 60 * 86_400, begin],
    [begin, begin - 1],
    [9_999_999_999, 9_999_999_999],
  ] as const)
    assert.equal(await send({ begin: start, end }), 'unassigned');
  assert.equal(await submit('hello'), 'unassigned');
  assert.equal((await summary()).dmarc.reports, 0);
  assert.deepEqual(await refusals(), { foreign_domain_report: 2, unreadable_domain_report: 6 });
  // A report that was not sent to the address for reports is recognised as well.
  assert.equal(await submit(gzipped(dmarcXml({ begin, end: begin + 1 })), 'postmaster'), 'taken');
});

test('a report with ten thousand sources keeps the thousand largest, and counts all its messages in the sum', async () => {
  const rows = Array.from({ length: 10_000 }, (_, at) => ({
    ip: `10.${Math.floor(at / 65_536)}.${Math.floor(at / 256) % 256}.${at % 256}`,
    count: at < 3 ? 1000 : 1,
  }));
  assert.equal(await send({ rows }), 'taken');
  const { rows: kept } = await sql<{ kept: number; largest: number; is_cut: boolean; messages: number }>`
    select (select count(*) from domain_report_sources) as kept,
      (select count(*) from domain_report_sources where messages = 1000) as largest, is_cut, messages
    from domain_reports`.execute(service.db);
  assert.deepEqual(kept, [{ kept: 1000, largest: 3, is_cut: true, messages: 12_997 }]);
  const { dmarc } = await summary();
  assert.deepEqual([dmarc.sources.length, dmarc.others], [100, 900]);
});

test('the data kept about a domain is limited, so that nobody can fill the disk with reports', async () => {
  await send({ rows: [{}] });
  await sql`update domain_reports set parts = 250000`.execute(service.db);
  assert.equal(await send({ id: 'next' }), 'unassigned');
  assert.deepEqual(await refusals(), { too_many_domain_reports: 1 });
});

test('TLS reports show failures when others deliver mail to the domain', async () => {
  assert.equal(await submit(gzipped(sampleReport('tls-google.json')), `tls@${bounce_domain}`), 'taken');
  assert.equal(await submit(gzipped(sampleReport('tls-microsoft.json')), `tls@${bounce_domain}`), 'taken');
  const { tls, dmarc } = await summary();
  assert.deepEqual([dmarc.reports, tls.reports, tls.sessions, tls.failed], [0, 2, 327, 5]);
  assert.deepEqual(
    tls.failures.map(({ result, host, sessions, advice_sentence }) => [
      result,
      host,
      sessions,
      advice_sentence?.code,
    ]),
    [
      ['certificate-expired', 'mx.tides.example', 4, 'domains.tls_certificate'],
      ['unexplained', '', 1, 'domains.tls_other'],
    ],
  );
});

test('the owner gets one letter a week about mail that fails, and none while all mail passes', async () => {
  const failing = [
    { ip: '203.0.113.66', count: 12, dkim: 'fail', spf: 'fail', results: passes('spam.example') },
  ];
  const waiting = async () =>
    (await sql<{ kind: string }>`select kind from letters`.execute(service.db)).rows.map(({ kind }) => kind);
  await send({ id: 'good', rows: [{ count: 88 }] });
  assert.deepEqual(await waiting(), []);
  await Promise.all(['bad', 'worse'].map(id => send({ id, rows: failing })));
  assert.deepEqual(await waiting(), ['tell_domain_reports']);
  const outbox = openOutbox(
    service,
    {
      printers: {
        tell_domain_reports: printDomainReports({ ...service, base_url: service.config.BASE_URL }),
      },
      clock: service.clock,
      log: service.log,
    },
    () => ({ status: 'accepted', reply: '250 ok' }),
  );
  await outbox.deliver();
  const [{ to, source } = { to: '', source: '' }] = outbox.mails;
  assert.equal(to, `news@${domain}`);
  assert.match(source, /203\.0\.113\.66 \(spam\.example\): 24 of 24 messages failed/);
  now = new Date(now.getTime() + 2 * day_ms);
  await send({ id: 'again', rows: failing });
  assert.deepEqual(await waiting(), []);
  now = new Date(now.getTime() + 6 * day_ms);
  await send({ id: 'still', rows: failing });
  assert.deepEqual(await waiting(), ['tell_domain_reports']);
});

test('a key of one newsletter cannot submit reports about the domain of another', async () => {
  const foreign = await service.foreignKey();
  const { body } = await service.api(
    'POST',
    '/v1/feedback/messages',
    reportMail(gzipped(dmarcXml({ begin, end: begin }))),
    {
      ...foreign,
      'content-type': 'message/rfc822',
    },
  );
  assert.equal(body.result, 'unassigned');
  const context = { ...service, log: createLog('silent') };
  const mail = reportMail(gzipped(dmarcXml({ begin, end: begin })));
  assert.equal(await takeDomainReports(context, { sender: 'x@google.com' }, mail), null);
});

test('old reports are deleted, and those about domains that no newsletter sends from any more', async () => {
  await send({ id: 'one' });
  const before = new Date(now.getTime() - 180 * day_ms);
  assert.equal(await pruneDomainReports(service.db, before, 100), 0);
  await service.db
    .updateTable('newsletters')
    .set({ from_address: `a@news.${domain}` })
    .execute();
  assert.equal(await pruneDomainReports(service.db, before, 100), 0);
  await service.db.updateTable('newsletters').set({ from_address: 'a@moved.example' }).execute();
  assert.equal(await pruneDomainReports(service.db, before, 100), 1);
  await service.db
    .updateTable('newsletters')
    .set({ from_address: `news@${domain}` })
    .execute();
  await send({ id: 'two' });
  assert.equal(await pruneDomainReports(service.db, new Date(now.getTime() + 1), 100), 1);
  const { rows } = await sql`select from domain_report_sources`.execute(service.db);
  assert.equal(rows.length, 0);
});
