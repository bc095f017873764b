import assert from 'node:assert/strict';
import { test } from 'node:test';
import iconv from 'iconv-lite';
import { dmarcXml, gzipped, reportMail, sampleReport, zipped } from '../../testing/domain-reports.ts';
import { readDomainReports } from './read.ts';
import type { DmarcReport, DomainReport } from './report.ts';
import { largestUnpacked } from './unpack.ts';

async function readOne(content: Buffer | string): Promise<DomainReport> {
  const { reports, trouble } = await readDomainReports(reportMail(content));
  assert.deepEqual([reports.length, trouble], [1, '']);
  return reports[0]!;
}

async function readDmarc(content: Buffer | string): Promise<DmarcReport> {
  const report = await readOne(content);
  assert.equal(report.kind, 'dmarc');
  return report as DmarcReport;
}

const troubleWith = async (content: Buffer | string) => {
  const { reports, trouble } = await readDomainReports(reportMail(content));
  assert.deepEqual(reports, []);
  return trouble;
};

test('the reports of Google, of Microsoft, and of RFC 9990 are read, whatever their namespace', async () => {
  const day = {
    begin: new Date('2026-11-28T00:00:00Z'),
    is_cut: false,
    domain: 'tides.example',
    kind: 'dmarc',
  };
  assert.deepEqual(await readDmarc(sampleReport('google.xml')), {
    ...day,
    org: 'google.com',
    report_id: '10328477561990321457',
    end: new Date('2026-11-28T23:59:59Z'),
    policy: 'none',
    rows: [
      {
        source_ip: '192.0.2.25',
        messages: 1204,
        header_from: 'tides.example',
        disposition: 'none',
        dkim: true,
        spf: false,
        signatures: [{ domain: 'tides.example', selector: 'pr20261001r' }],
        spf_domain: 'bounces.postrider.example',
      },
      {
        source_ip: '2001:db8::bad:1',
        messages: 17,
        header_from: 'tides.example',
        disposition: 'none',
        dkim: false,
        spf: false,
        signatures: [],
        spf_domain: 'spammer.example',
      },
    ],
  });
  assert.deepEqual(await readDmarc(sampleReport('microsoft.xml')), {
    ...day,
    org: 'Enterprise Outlook',
    report_id: '5fb0e3e4a7c04c3e9d6f0c4d6a4b7a01',
    end: new Date('2026-11-29T00:00:00Z'),
    policy: 'quarantine',
    rows: [
      {
        source_ip: '198.51.100.7',
        messages: 3,
        header_from: 'tides.example',
        disposition: 'quarantine',
        dkim: false,
        spf: false,
        signatures: [{ domain: 'mailer.example', selector: 's1' }],
        spf_domain: 'mailer.example',
      },
    ],
  });
  const { policy, rows } = await readDmarc(sampleReport('dmarcbis.xml'));
  assert.equal(policy, 'reject');
  assert.deepEqual(rows, [
    {
      source_ip: '203.0.113.9',
      messages: 40,
      header_from: 'news.tides.example',
      disposition: 'none',
      dkim: true,
      spf: true,
      signatures: [{ domain: 'tides.example', selector: 'desk' }],
      spf_domain: 'news.tides.example',
    },
  ]);
});

test('TLS reports are read: failures that a receiver counts but does not explain are kept too', async () => {
  const google = await readOne(gzipped(sampleReport('tls-google.json')));
  assert.deepEqual(google, {
    kind: 'tls',
    org: 'Google Inc.',
    report_id: '2026-11-28T00:00:00Z_tides.example',
    begin: new Date('2026-11-28T00:00:00Z'),
    end: new Date('2026-11-28T23:59:59Z'),
    domain: 'tides.example',
    is_cut: false,
    successes: 310,
    failures: [
      { result: 'certificate-expired', host: 'mx.tides.example', sessions: 4 },
      { result: 'unexplained', host: '', sessions: 1 },
    ],
  });
  const microsoft = await readOne(gzipped(sampleReport('tls-microsoft.json')));
  assert.deepEqual(microsoft.kind === 'tls' && [microsoft.successes, microsoft.failures], [12, []]);
});

test('a report is found plain, gzipped or in a zip, whatever its label and whatever the names in the zip', async () => {
  const xml = sampleReport('google.xml');
  const expected = await readDmarc(xml);
  for (const packed of [
    gzipped(xml),
    await zipped([['../../etc/passwd', xml]]),
    await zipped([['C:\\r\\a.xml', xml]]),
  ])
    assert.deepEqual(await readDmarc(packed), expected);
  const wholeMessage = Buffer.from(
    `Subject: r\r\nContent-Type: application/gzip\r\nContent-Transfer-Encoding: base64\r\n\r\n${gzipped(xml).toString('base64')}`,
  );
  assert.deepEqual((await readDomainReports(wholeMessage)).reports, [expected]);
  const two = await zipped([
    ['a.xml', dmarcXml({ id: 'a' })],
    ['a.xml', dmarcXml({ id: 'b' })],
    ['notes.txt', 'nothing'],
  ]);
  const { reports } = await readDomainReports(reportMail(two));
  assert.deepEqual(
    reports.map(({ report_id }) => report_id),
    ['a', 'b'],
  );
});

test('a report is read in its actual encoding, even if it names a wrong one', async () => {
  const named = (encoding: string) =>
    dmarcXml({ org: 'Grüße & Co'.replace('&', '&amp;') }).replace(
      '<?xml version="1.0"?>',
      `<?xml version="1.0" encoding="${encoding}"?>`,
    );
  for (const [content, org] of [
    [Buffer.from(named('UTF-8')), 'Grüße & Co'],
    [iconv.encode(named('ISO-8859-1'), 'latin1'), 'Grüße & Co'],
    [iconv.encode(named('utf-16'), 'utf-16le', { addBOM: true }), 'Grüße & Co'],
    [iconv.encode(named('UTF-16'), 'utf-16be', { addBOM: true }), 'Grüße & Co'],
    [Buffer.from(named('utf-16')), 'Grüße & Co'],
    [Buffer.from(named('x-unknown-7')), 'Grüße & Co'],
    [iconv.encode(named('UTF-8'), 'latin1'), 'Gr��e & Co'],
  ] as const)
    assert.equal((await readDmarc(content)).org, org);
});

test('documents that unpack to more than the limit, one or many, are not read to their end', async () => {
  const filling = Buffer.alloc(largestUnpacked, ' ');
  const bomb = Buffer.concat([Buffer.from('<feedback>'), filling]);
  assert.match(await troubleWith(gzipped(bomb)), /16777216 bytes/);
  assert.match(await troubleWith(await zipped([['a.xml', bomb]])), /16777216 bytes/);
  const third = Buffer.concat([Buffer.from('<feedback>'), filling.subarray(0, largestUnpacked / 3)]);
  const names = ['a', 'b', 'c', 'd'];
  assert.match(await troubleWith(await zipped(names.map(name => [name, third]))), /16777216 bytes/);
  // The part before the bomb is kept.
  const { reports, trouble } = await readDomainReports(
    reportMail(
      await zipped([
        ['a.xml', dmarcXml()],
        ['b.xml', bomb],
      ]),
    ),
  );
  assert.deepEqual([reports.length, trouble !== ''], [1, true]);
});

test('entities that a report defines itself are not expanded, and nesting is limited', async () => {
  const entities = Array.from({ length: 20 }, (_, at) => `<!ENTITY e${at + 1} "&e${at};&e${at};">`).join('');
  const laughing = dmarcXml({ org: 'a&e20;' }).replace(
    '<feedback>',
    `<!DOCTYPE feedback [<!ENTITY e0 "ha"><!ENTITY f SYSTEM "file:///etc/passwd">${entities}]><feedback>`,
  );
  assert.equal((await readDmarc(laughing)).org, 'a&e20;');
  assert.notEqual(await troubleWith(`<feedback>${'<a>'.repeat(1_000_000)}`), '');
});

test('a zip in a zip, damaged files, other documents and mail without attachments contain no report', async () => {
  const xml = dmarcXml();
  const inner = await zipped([['a.xml', xml]]);
  for (const content of [
    await zipped([['a.zip', inner]]),
    gzipped(gzipped(xml)),
    gzipped(xml).subarray(0, 100),
    inner.subarray(0, 60),
    '<?xml version="1.0"?><html/>',
    '<?xml version="1.0"?><a><feedback/></a>',
    '{"policies": 1}',
    '{'.repeat(100_000),
    'hello',
    '',
  ])
    assert.notEqual(await troubleWith(content), '');
});

test('ten thousand rows are read; further rows, and rows with nothing to count, are left out and noted', async () => {
  const many = (count: number) =>
    dmarcXml({ rows: Array.from({ length: count }, () => ({ ip: '192.0.2.7' })) });
  const whole = await readDmarc(gzipped(many(10_000)));
  assert.deepEqual([whole.rows.length, whole.is_cut], [10_000, false]);
  const cut = await readDmarc(gzipped(many(10_001)));
  assert.deepEqual([cut.rows.length, cut.is_cut], [10_000, true]);
  for (const row of [
    { count: -5 },
    { count: '1e9' },
    { count: 9_999_999_999 },
    { count: '' },
    { count: 0 },
    { ip: '999.1.1.1' },
    { ip: 'fe80::1%eth0' },
    { ip: '' },
    { from: 'not a domain' },
  ]) {
    const { rows, is_cut } = await readDmarc(dmarcXml({ rows: [row, { ip: '192.0.2.7' }] }));
    assert.deepEqual(
      [rows.map(({ source_ip }) => source_ip), is_cut],
      [['192.0.2.7'], true],
      JSON.stringify(row),
    );
  }
});

test('a document without an organisation, a name, dates or a domain is not a report, and control characters are removed', async () => {
  for (const form of [
    { org: '' },
    { id: ' ' },
    { begin: '' },
    { end: 'soon' },
    { begin: -1 },
    { domain: 'x' },
  ])
    assert.notEqual(await troubleWith(dmarcXml(form)), '', JSON.stringify(form));
  const { org } = await readDmarc(dmarcXml({ org: 'a\0b\u202ec\n d' }));
  assert.equal(org, 'a b c d');
});
