import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { openZip } from '../platform/bundle/zip-writer.ts';

/** Returns a report in the form that a large receiver uses. */
export function sampleReport(name: string): string {
  return readFileSync(new URL(`./samples/domain-reports/${name}`, import.meta.url), 'utf8');
}

export type ReportedRow = {
  ip?: string;
  count?: string | number;
  disposition?: string;
  dkim?: string;
  spf?: string;
  from?: string;
  /** The elements in auth_results. */
  results?: string;
};

export type ReportForm = {
  org?: string;
  id?: string;
  domain?: string;
  begin?: number | string;
  end?: number | string;
  policy?: string;
  rows?: ReportedRow[];
};

/** Returns a DMARC aggregate report. */
export function dmarcXml({
  org = 'google.com',
  id = 'report-1',
  domain = 'tides.example',
  begin = 1795824000,
  end = 1795910399,
  policy = 'none',
  rows = [{}],
}: ReportForm = {}): string {
  const records = rows.map(
    ({
      ip = '192.0.2.1',
      count = 1,
      disposition = 'none',
      dkim = 'pass',
      spf = 'pass',
      from = domain,
      results = '',
    }) =>
      `<record><row><source_ip>${ip}</source_ip><count>${count}</count><policy_evaluated><disposition>${disposition}</disposition><dkim>${dkim}</dkim><spf>${spf}</spf></policy_evaluated></row><identifiers><header_from>${from}</header_from></identifiers><auth_results>${results}</auth_results></record>`,
  );
  return `<?xml version="1.0"?><feedback><report_metadata><org_name>${org}</org_name><report_id>${id}</report_id><date_range><begin>${begin}</begin><end>${end}</end></date_range></report_metadata><policy_published><domain>${domain}</domain><p>${policy}</p></policy_published>${records.join('')}</feedback>`;
}

/** Returns a mail with this one attachment, as receivers send their reports. */
export function reportMail(
  content: Buffer | string,
  { type = 'application/octet-stream', subject = 'Report Domain: tides.example', id = 'r1' } = {},
): Buffer {
  const body = Buffer.from(content).toString('base64').replace(/.{76}/g, '$&\r\n');
  const lines = [
    'From: noreply-dmarc-support@google.com',
    'To: dmarc@bounces.example.org',
    `Subject: ${subject}`,
    `Message-ID: <${id}@google.com>`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="b1"',
    '',
    '--b1',
    'Content-Type: text/plain',
    '',
    'This is an aggregate report.',
    '--b1',
    `Content-Type: ${type}`,
    'Content-Transfer-Encoding: base64',
    '',
    body,
    '--b1--',
    '',
  ];
  return Buffer.from(lines.join('\r\n'));
}

export function gzipped(content: string | Buffer): Buffer {
  return gzipSync(content);
}

export async function zipped(files: [name: string, content: string | Buffer][]): Promise<Buffer> {
  const pieces: Buffer[] = [];
  const writer = openZip(async bytes => void pieces.push(bytes));
  for (const [name, content] of files) await writer.add(name, once(Buffer.from(content)), { store: false });
  await writer.end();
  return Buffer.concat(pieces);
}

async function* once(bytes: Buffer) {
  yield bytes;
}
