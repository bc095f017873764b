import type { SafeFetch } from '../platform/safe-fetch/safe-fetch.ts';
import { sentence, together } from '../platform/sentences/sentence.ts';
import type { Dns } from './dns.ts';
import { type RecordCheck, shorten } from './record-check.ts';

const limitBytes = 64_000;
const fetchMilliseconds = 5_000;
/** Shorter policies are forgotten before an attack is over (RFC 8461 §3.2 suggests weeks). */
const leastAgeSeconds = 86_400;
const mostAgeSeconds = 31_557_600;

/**
 * Checks whether other servers must encrypt mail to the domain (MTA-STS, RFC 8461): the record, and the policy that it announces. Returns
 * nothing for a domain that receives no mail.
 */
export async function checkMtaSts(
  dns: Dns,
  fetch: Pick<SafeFetch, 'request'>,
  domain: string,
): Promise<RecordCheck[]> {
  const name = `_mta-sts.${domain}`;
  const [answer, mx] = await Promise.all([dns.txt(name), dns.mx(domain)]);
  const hosts = 'found' in mx ? mx.found.map(host => host.replace(/\.$/, '')).filter(Boolean) : [];
  if ('found' in mx && hosts.length === 0) return [];
  const record = judgeRecord(name, domain, answer);
  const url = `https://mta-sts.${domain}/.well-known/mta-sts.txt`;
  const policy = {
    purpose: 'MTA-STS policy',
    is_optional: true,
    type: 'HTTPS',
    name: url,
    value: policyFor(hosts),
  } as const;
  // The record says that there is a policy; without it, nobody looks for one.
  if (record.found.length === 0) return [record];
  if ('failed' in mx) return [record, { ...policy, found: [], state: 'unknown', detail: mx.failed }];
  const outcome = await fetch.request(url, {
    limit_bytes: limitBytes,
    total_ms: fetchMilliseconds,
    headers_ms: fetchMilliseconds,
    redirects: 0, // RFC 8461 §3.3
  });
  if (outcome.kind !== 'response') {
    const detail = sentence('domains.policy_unreachable', { reason: outcome.reason });
    const state = outcome.kind === 'refused' ? 'wrong' : 'unknown';
    return [record, { ...policy, found: [], state, detail }];
  }
  if (outcome.status !== 200) {
    const detail = sentence('domains.policy_status', { status: outcome.status });
    return [record, { ...policy, found: [], state: 'missing', detail }];
  }
  const text = outcome.body.toString('utf8');
  const faults = faultsOf(readPolicy(text), hosts, outcome.headers['content-type'] ?? '');
  const said = together(faults.length > 0 ? faults : notesOf(readPolicy(text)));
  return [
    record,
    {
      ...policy,
      found: shorten([text]),
      state: faults.length > 0 ? 'wrong' : 'found',
      detail: said.text,
      detail_sentence: said.sentence,
    },
  ];
}

function judgeRecord(name: string, domain: string, answer: Awaited<ReturnType<Dns['txt']>>): RecordCheck {
  const asked = {
    purpose: 'MTA-STS',
    is_optional: true,
    type: 'TXT',
    name,
    value: 'v=STSv1; id=1',
  } as const;
  if ('failed' in answer) return { ...asked, found: [], state: 'unknown', detail: answer.failed };
  const records = answer.found.filter(record => /^v=STSv1\s*(?:;|$)/.test(record));
  const found = shorten(records);
  if (records.length === 0)
    return { ...asked, found, state: 'missing', detail: sentence('domains.mta_sts_missing', { domain }) };
  if (records.length > 1)
    return {
      ...asked,
      found,
      state: 'wrong',
      detail: sentence('domains.dmarc_several', { count: records.length }),
    };
  if (!/;\s*id=[A-Za-z0-9]{1,32}\s*(?:;|$)/.test(records[0]!))
    return { ...asked, found, state: 'wrong', detail: sentence('domains.mta_sts_no_id') };
  return { ...asked, value: records[0]!.slice(0, 1000), found, state: 'found', detail: '' };
}

type Policy = { version: string; mode: string; max_age: string; mx: string[] };

function readPolicy(text: string): Policy {
  const policy: Policy = { version: '', mode: '', max_age: '', mx: [] };
  for (const line of text.split(/\r?\n/).slice(0, 1000)) {
    const at = line.indexOf(':');
    const [field, value] = [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    if (field === 'mx') policy.mx.push(value.toLowerCase());
    else if (field === 'version' || field === 'mode' || field === 'max_age') policy[field] ||= value;
  }
  return policy;
}

function faultsOf({ version, mode, max_age, mx }: Policy, hosts: string[], content_type: string): string[] {
  const age = /^\d{1,10}$/.test(max_age) ? Number(max_age) : -1;
  const strange = mode === 'none' ? [] : hosts.filter(host => !mx.some(pattern => isCovered(host, pattern)));
  return [
    ...(version === 'STSv1' ? [] : [sentence('domains.policy_version')]),
    ...(/^text\/plain\b/i.test(content_type) ? [] : [sentence('domains.policy_type')]),
    ...(['enforce', 'testing', 'none'].includes(mode) ? [] : [sentence('domains.policy_mode')]),
    ...(age >= 0 && age <= mostAgeSeconds ? [] : [sentence('domains.policy_age', { most: mostAgeSeconds })]),
    ...strange.slice(0, 5).map(host => sentence('domains.policy_mx', { host })),
  ];
}

/** Lists settings that are allowed but protect little. */
function notesOf({ mode, max_age }: Policy): string[] {
  return [
    ...(mode === 'enforce' ? [] : [sentence('domains.policy_not_enforced', { mode })]),
    ...(Number(max_age) < leastAgeSeconds
      ? [sentence('domains.policy_short', { least: leastAgeSeconds })]
      : []),
  ];
}

/** Whether the pattern names the host; a star stands for exactly one label (RFC 8461 §4.1). */
function isCovered(host: string, pattern: string): boolean {
  return pattern.startsWith('*.') ? host.slice(host.indexOf('.')) === pattern.slice(1) : host === pattern;
}

function policyFor(hosts: string[]): string {
  const mx = hosts.slice(0, 10).map(host => `mx: ${host}\n`);
  return `version: STSv1\nmode: testing\n${mx.join('')}max_age: 604800\n`;
}
