import { z } from 'zod';
import { domainError } from '../platform/errors.ts';
import { domainOf, parseMailAddress } from '../platform/mail/address.ts';
import { sentence } from '../platform/sentences/sentence.ts';

/** A domain of a newsletter's own: in lower case and ASCII (UTS #46), with a full stop in it; empty: none. */
export const ownDomain = z
  .string()
  .max(300)
  .transform((input, context) => {
    const typed = input.trim();
    if (typed === '') return '';
    // A domain is what may follow the @ of a mail address.
    const name = parseMailAddress(`a@${typed.replace(/\.$/, '')}`);
    if (name !== null && domainOf(name).includes('.')) return domainOf(name);
    context.addIssue({ code: 'custom', message: faultOf(typed) });
    return z.NEVER;
  })
  .describe(
    'A domain of its own, such as letter.example.org, for its pages, its feeds and the links in its mails; empty: none. It is used once a check has found that it leads here (GET /v1/newsletters/{id}/hosting-domain shows what DNS needs)',
  );

function faultOf(typed: string): string {
  if (/^[a-z]+:\/\//i.test(typed)) return sentence('input.domain_no_scheme');
  if (typed.includes('/')) return sentence('input.domain_no_path');
  if (typed.includes(':')) return sentence('input.domain_no_port');
  return sentence('input.domain');
}

/** Throws `request_invalid` for the domain of the installation itself. */
export function refuseOwnHost(base_url: string, domain: string | undefined): void {
  if (domain !== undefined && domain === new URL(base_url).hostname)
    throw domainError('request_invalid', 'newsletters.domain_of_installation', { domain });
}
