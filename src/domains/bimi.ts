import type { SafeFetch } from '../platform/safe-fetch/safe-fetch.ts';
import { sentence, together } from '../platform/sentences/sentence.ts';
import type { Dns } from './dns.ts';
import { type RecordCheck, shorten } from './record-check.ts';
import { findLogoFaults } from './tiny-svg.ts';

/** The largest logo that mailbox providers take. */
const limitBytes = 32 * 1024;
const fetchMilliseconds = 5_000;

/**
 * Checks whether mailbox providers may show the domain's logo (BIMI, draft-brand-indicators-for-message-identification): the record of the
 * default selector, the policy of DMARC, the image, and whether a certificate is named. `dmarc` is the domain's DMARC record.
 */
export async function checkBimi(
  dns: Dns,
  fetch: Pick<SafeFetch, 'request'>,
  domain: string,
  dmarc: RecordCheck,
): Promise<RecordCheck> {
  const asked = {
    purpose: 'BIMI',
    is_optional: true,
    type: 'TXT',
    name: `default._bimi.${domain}`,
    value: `v=BIMI1; l=https://${domain}/logo.svg`,
  } as const;
  const answer = await dns.txt(asked.name);
  if ('failed' in answer) return { ...asked, found: [], state: 'unknown', detail: answer.failed };
  const records = answer.found.filter(record => /^v=BIMI1\s*(?:;|$)/i.test(record));
  const found = shorten(records);
  const say = (state: RecordCheck['state'], parts: string[]): RecordCheck => {
    const { text, sentence } = together(parts);
    return { ...asked, found, state, detail: text, detail_sentence: sentence };
  };
  const policy = dmarcFaults(dmarc);
  if (records.length === 0) return say('missing', [sentence('domains.bimi_missing'), ...policy]);
  if (records.length > 1) return say('wrong', [sentence('domains.dmarc_several', { count: records.length })]);
  const { l = '', a = '' } = tagsOf(records[0]!);
  // An empty address declines to show a logo.
  if (l === '' && a === '') return say('found', [sentence('domains.bimi_declined')]);
  if (!/^https:\/\//i.test(l)) return say('wrong', [sentence('domains.bimi_address'), ...policy]);
  const logo = await fetch.request(l, {
    limit_bytes: limitBytes,
    total_ms: fetchMilliseconds,
    headers_ms: fetchMilliseconds,
    redirects: 2,
  });
  if (logo.kind === 'failed')
    return say('unknown', [sentence('domains.logo_unreachable', { reason: logo.reason })]);
  const image =
    logo.kind === 'refused'
      ? [sentence('domains.logo_unreachable', { reason: logo.reason })]
      : logo.status === 200
        ? findLogoFaults(logo.body.toString('utf8'))
        : [sentence('domains.logo_status', { status: logo.status })];
  const faults = [...policy, ...image];
  const shown = {
    ...say('found', a === '' ? [sentence('domains.bimi_no_certificate')] : []),
    value: found[0]!,
  };
  return faults.length > 0 ? { ...say('wrong', faults), value: found[0]! } : shown;
}

function dmarcFaults({ state, found }: RecordCheck): string[] {
  if (state === 'unknown') return [];
  const { p = '', sp = p, pct = '100' } = tagsOf(found[0] ?? '');
  const isStrict = (policy: string) => /^(?:quarantine|reject)$/i.test(policy);
  const isEnough = state === 'found' && isStrict(p) && isStrict(sp) && pct === '100';
  return isEnough ? [] : [sentence('domains.bimi_policy')];
}

function tagsOf(record: string): Record<string, string> {
  return Object.fromEntries(
    record.split(';').map(part => {
      const [name = '', ...value] = part.split('=');
      return [name.trim().toLowerCase(), value.join('=').trim()];
    }),
  );
}
