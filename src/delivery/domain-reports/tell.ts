import { findNewsletterById } from '../../accounts/queries.ts';
import { ownerNotice } from '../../domains/mail-owner.ts';
import type { Printer } from '../../letters/letter.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/connect.ts';
import { counted } from '../../platform/sentences/counted.ts';
import { readGmailFigures, sayGmailWeek } from '../postmaster/figures.ts';
import { summarizeReports } from './summarize.ts';

const toldDays = 7;
const mostTold = 5;

/** Prints the letter, at most one a week, about mail in the name of a newsletter's domain that fails at receivers. */
export function printDomainReports({
  db,
  clock,
  base_url,
  bounce_domain,
}: {
  db: Database;
  clock: Clock;
  base_url: string;
  bounce_domain: string | undefined;
}): Printer {
  return async ({ subject: id }) => {
    const newsletter = await findNewsletterById(db, id);
    if (!newsletter) return undefined;
    const { domain, dmarc, tls } = await summarizeReports(db, newsletter, {
      days: toldDays,
      now: clock(),
      bounce_domain,
    });
    const gmail = sayGmailWeek(await readGmailFigures(db, newsletter, { days: toldDays, now: clock() }));
    const failing = dmarc.sources.filter(({ messages, passed }) => passed < messages);
    if (failing.length === 0 && tls.failed === 0) return undefined;
    const lines = failing.slice(0, mostTold).map(({ source_ip, service, messages, passed, advice }) => {
      const name = service ? `${source_ip} (${service})` : source_ip;
      return `${name}: ${messages - passed} of ${counted(messages, 'message')} failed. ${advice}`;
    });
    const more = failing.length - lines.length;
    const notice = {
      about: 'reports',
      subject: `Who sends mail as ${domain}: ${dmarc.messages - dmarc.passed} of ${counted(dmarc.messages, 'message')} failed`,
      paragraphs: [
        `In the last week, receivers reported ${counted(dmarc.messages, 'message')} in the name of ${domain}; ${dmarc.passed} of them passed DMARC.`,
        ...lines,
        ...(more > 0 ? [`${counted(more, 'more sender')} failed.`] : []),
        ...tls.failures
          .slice(0, mostTold)
          .map(
            ({ result, host, sessions, advice }) =>
              `Mail to ${host || domain} could not be encrypted ${counted(sessions, 'time')}: ${result}. ${advice}`,
          ),
        ...(gmail ? [gmail] : []),
        'Anyone can send such a report, so Postrider takes no action. You get this mail at most once a week, and only if something has failed.',
        { url: `${base_url}/dashboard/${newsletter.username}/delivery` },
      ],
    };
    return ownerNotice(newsletter, notice, clock());
  };
}
