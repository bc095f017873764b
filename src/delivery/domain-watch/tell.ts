import { findNewsletterById } from '../../accounts/queries.ts';
import { type NoticeContext, ownerNotice } from '../../domains/mail-owner.ts';
import type { Printer } from '../../letters/letter.ts';
import { domainOf } from '../../platform/mail/address.ts';
import { counted } from '../../platform/sentences/counted.ts';
import { type DomainRecord, listRecords, noteTold } from './queries.ts';

/**
 * Prints the letter about changes to the records of a newsletter's domain: those that are lost, and those that are back, unless its owner
 * has been told already.
 */
export function printDomain({ db, clock, base_url }: NoticeContext): Printer {
  return async ({ subject: id }) => {
    const newsletter = await findNewsletterById(db, id);
    if (!newsletter) return undefined;
    const news = (await listRecords(db, newsletter.key)).filter(
      ({ is_lost, is_told }) => is_lost !== is_told,
    );
    if (news.length === 0) return undefined;
    const lost = news.filter(({ is_lost }) => is_lost);
    const back = news.filter(({ is_lost }) => !is_lost);
    const domain = domainOf(newsletter.from_address);
    const notice = {
      about: 'domain',
      subject:
        lost.length > 0
          ? `${counted(lost.length, 'DNS record')} of ${domain} ${lost.length === 1 ? 'is' : 'are'} gone or wrong`
          : `${counted(back.length, 'DNS record')} of ${domain} ${back.length === 1 ? 'is' : 'are'} back`,
      paragraphs: [
        ...(lost.length > 0
          ? [
              'DNS had these records. Two checks, at least half an hour apart, found them missing or wrong, so receivers trust your mail less until they are back:',
            ]
          : []),
        ...lost.map(describeLost),
        ...(back.length > 0
          ? [
              `DNS has these records again: ${back.map(({ purpose, name }) => `${purpose} at ${name}`).join(', ')}.`,
            ]
          : []),
        ...(lost.length > 0 ? ['You will get another mail when they are back.'] : []),
        { url: `${base_url}/dashboard/${newsletter.username}/delivery` },
      ],
    };
    return {
      ...ownerNotice(newsletter, notice, clock()),
      settled: () => noteTold(db, newsletter.key, news),
    };
  };
}

function describeLost({ purpose, name, type, found, detail }: DomainRecord): string {
  const had = found.length > 0 ? ` DNS had: ${found.map(one => `${type} ${one}`).join(' and ')}` : '';
  return `${purpose} at ${name}. ${detail}${had}`;
}
