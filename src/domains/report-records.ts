import { reportMailbox } from '../links/return-path.ts';
import { sentence } from '../platform/sentences/sentence.ts';
import type { Dns } from './dns.ts';
import { type RecordCheck, shorten } from './record-check.ts';

/**
 * Checks the records that let receivers report about the domain, for the mailboxes of `bounce_domain`: the addresses in the domain's
 * DMARC and TLS-RPT records, and the permission to report to another domain (RFC 9990). `dmarc` is the domain's DMARC record.
 */
export async function checkReportRecords(
  dns: Dns,
  domain: string,
  bounce_domain: string,
  dmarc: RecordCheck,
): Promise<RecordCheck[]> {
  return Promise.all([
    ...(dmarc.state === 'found' ? [checkDmarcReports(dmarc, bounce_domain)] : []),
    ...(isOtherDomain(domain, bounce_domain) ? [checkPermission(dns, domain, bounce_domain)] : []),
    checkTlsReports(dns, domain, bounce_domain),
  ]);
}

/** Returns the DMARC record to publish where there is none: it asks for reports and nothing else. */
export function dmarcProposal(domain: string, bounce_domain: string | undefined): string {
  const mailbox = bounce_domain ? reportMailbox('dmarc', bounce_domain) : `postmaster@${domain}`;
  return `v=DMARC1; p=none; rua=mailto:${mailbox}`;
}

async function checkDmarcReports(dmarc: RecordCheck, bounce_domain: string): Promise<RecordCheck> {
  const mailbox = reportMailbox('dmarc', bounce_domain);
  return judge(
    { purpose: 'DMARC reports', name: dmarc.name },
    dmarc.found,
    mailbox,
    withAddress(dmarc.found[0]!, mailbox),
    sentence('domains.dmarc_reports_missing'),
  );
}

async function checkTlsReports(dns: Dns, domain: string, bounce_domain: string): Promise<RecordCheck> {
  const asked = { purpose: 'TLS reports', name: `_smtp._tls.${domain}` } as const;
  const mailbox = reportMailbox('tls', bounce_domain);
  const proposal = `v=TLSRPTv1; rua=mailto:${mailbox}`;
  const answer = await dns.txt(asked.name);
  if ('failed' in answer) return unknown(asked, proposal, answer.failed);
  const [present, ...others] = answer.found.filter(record => /^v=TLSRPTv1\s*(?:;|$)/.test(record));
  const value = present && others.length === 0 ? withAddress(present, mailbox) : proposal;
  const found = present ? [present, ...others] : [];
  return judge(asked, found, mailbox, value, sentence('domains.tls_reports_missing', { domain }));
}

/** Checks the permission without which receivers send no reports about this domain to another one (RFC 9990 §4). */
async function checkPermission(dns: Dns, domain: string, bounce_domain: string): Promise<RecordCheck> {
  const asked = { purpose: 'permission', name: `${domain}._report._dmarc.${bounce_domain}` } as const;
  const value = 'v=DMARC1';
  const answer = await dns.txt(asked.name);
  if ('failed' in answer) return unknown(asked, value, answer.failed);
  const found = answer.found.filter(record => /^v=DMARC1\s*(?:;|$)/i.test(record));
  const detail = found.length > 0 ? '' : sentence('domains.permission_missing', { bounce_domain, domain });
  const state = found.length > 0 ? 'found' : 'missing';
  return { ...asked, type: 'TXT', is_optional: true, value, state, found: shorten(found), detail };
}

type Asked = Pick<RecordCheck, 'purpose' | 'name'>;

function unknown(asked: Asked, value: string, detail: string): RecordCheck {
  return { ...asked, type: 'TXT', is_optional: true, value, state: 'unknown', found: [], detail };
}

/** Judges whether one of the records found names the mailbox; if not, `value` is the text to publish instead. */
function judge(asked: Asked, found: string[], mailbox: string, value: string, missing: string): RecordCheck {
  const isThere = found.some(record => record.toLowerCase().includes(`mailto:${mailbox}`));
  const state = isThere ? 'found' : 'missing';
  const detail = isThere ? '' : missing;
  return {
    ...asked,
    type: 'TXT',
    is_optional: true,
    value: isThere ? found[0]! : value,
    state,
    found: shorten(found),
    detail,
  };
}

/** Returns the record with one more address for reports. */
function withAddress(record: string, mailbox: string): string {
  const address = `mailto:${mailbox}`;
  if (/;\s*rua\s*=/i.test(record)) return record.replace(/(;\s*rua\s*=\s*)/i, `$1${address},`);
  return `${record.replace(/[;\s]+$/, '')}; rua=${address}`;
}

/** Names directly below a country domain, such as co in co.uk, under which others register domains. */
const registry = /^(?:ac|co|com|edu|gob|gov|gv|ne|net|or|org)\.[a-z]{2}$/;

/** Whether the domains belong to different organisations, as far as their names show. */
function isOtherDomain(domain: string, bounce_domain: string): boolean {
  return organisationOf(domain) !== organisationOf(bounce_domain);
}

function organisationOf(domain: string): string {
  const labels = domain.split('.');
  const two = labels.slice(-2).join('.');
  return registry.test(two) ? labels.slice(-3).join('.') : two;
}
