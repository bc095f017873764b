import { findNewsletterById } from '../../accounts/queries.ts';
import { type DkimKeyRow, recordName } from '../../domains/dkim-key.ts';
import { type NoticeContext, ownerNotice } from '../../domains/mail-owner.ts';
import { listDkimKeys } from '../../domains/queries.ts';
import { noteKeysTold } from '../../domains/rotation-queries.ts';
import type { Printer } from '../../letters/letter.ts';
import { domainOf } from '../../platform/mail/address.ts';
import { counted } from '../../platform/sentences/counted.ts';
import { keysToTell } from './plan-keys.ts';

/** Prints the letter to a newsletter's owner about records of DKIM keys: those to publish, and those that may be removed. */
export function printKeys({ db, clock, base_url }: NoticeContext): Printer {
  return async ({ subject: id }) => {
    const newsletter = await findNewsletterById(db, id);
    if (!newsletter) return undefined;
    const domain = domainOf(newsletter.from_address);
    const keys = keysToTell(await listDkimKeys(db, newsletter.key), domain, clock());
    const [first] = keys;
    if (!first) return undefined;
    const own = keys.filter(({ status, target }) => status === 'waiting' && target === '');
    const delegated = keys.filter(({ status, target }) => status === 'waiting' && target !== '');
    const removable = keys.filter(({ private_key }) => private_key === '');
    const notice = {
      about: 'dkim',
      subject:
        removable.length === keys.length
          ? `${counted(removable.length, 'DKIM record')} of ${first.domain} may be removed`
          : `New DKIM keys of ${first.domain}: ${counted(own.length + delegated.length, 'record')} to publish`,
      paragraphs: [
        ...(own.length > 0
          ? [
              'Postrider has made the next DKIM keys, as you chose in the settings. Please publish their records. The new keys begin to sign once DNS has had the records for a day. Until then the current keys continue, however long you take.',
            ]
          : []),
        ...own.map(key => `${recordName(key)} TXT ${key.record}`),
        ...(delegated.length > 0
          ? [
              'Postrider has made the next DKIM key, but its record is not in DNS yet. The operator of this installation has to publish it; “postrider domain zone” prints it. Your own records stay as they are.',
            ]
          : []),
        ...delegated.map(({ target, record }) => `${target} TXT ${record}`),
        ...(removable.length > 0
          ? [
              'The following keys signed their last mail a week ago, and Postrider has destroyed them. You may remove their records from DNS:',
            ]
          : []),
        ...removable.map((key: DkimKeyRow) => `${recordName(key)} TXT`),
        { url: `${base_url}/dashboard/${newsletter.username}/delivery` },
      ],
    };
    return {
      ...ownerNotice(newsletter, notice, clock()),
      settled: () =>
        noteKeysTold(
          db,
          keys.map(key => key.id),
        ),
    };
  };
}
