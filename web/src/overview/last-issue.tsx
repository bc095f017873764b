import { Link } from '@tanstack/react-router';
import type { Overview } from '../../../src/client/schema.ts';
import { useHere } from '../accounts/newsletters.ts';
import { titleOf } from '../emails/title.ts';
import { Note, Section } from '../ui/page.tsx';
import { Time } from '../ui/time.tsx';
import { words } from '../words.ts';
import styles from './overview-screen.module.css';

const home = words.overview;
/** The share of a bar's width at which the usual rate is. */
const place = 0.6;

type Issue = { issue: Overview['last_issue']; usual: Overview['usual'] };

/** Compares the last issue with the usual rates. */
export function LastIssue({ issue, usual }: Issue) {
  const here = useHere();
  if (!issue)
    return (
      <Section title={home.last}>
        <p className={styles.quiet}>{home.no_issue}</p>
      </Section>
    );
  const { timezone, username: newsletter } = here.newsletter;
  const { deliveries, opens, clicks, unsubscriptions } = issue.analytics;
  const rates = [
    ['opens', opens, usual.open_rate],
    ['clicks', clicks, usual.click_rate],
    ['unsubscriptions', unsubscriptions, usual.unsubscription_rate],
  ] as const;
  return (
    <Section title={home.last}>
      <p className={styles.issue}>
        <Link to="/$newsletter/emails/$email/sending" params={{ newsletter, email: issue.id }}>
          {titleOf(issue)}
        </Link>
        <small>
          {home.sent} {issue.publish_date && <Time at={issue.publish_date} zone={timezone} precise />}{' '}
          {home.sent_to(deliveries)}
        </small>
      </p>
      <table className={styles.rates}>
        <tbody>
          {rates.map(([name, value, usually]) => {
            const rate = value / Math.max(1, deliveries);
            const isUnknown = value === 0 && usually === null && name !== 'unsubscriptions';
            return (
              <tr key={name} data-name={name}>
                <th scope="row">{home.rates[name]}</th>
                {isUnknown ? (
                  <td colSpan={2}>{home.off}</td>
                ) : (
                  <>
                    <td>{words.number(value)}</td>
                    <td>{home.percent(rate)}</td>
                  </>
                )}
                <td className={styles.bar} data-usual={usually ? true : undefined} aria-hidden="true">
                  {!isUnknown && (
                    <i
                      style={{ width: `${Math.min(1, usually ? (rate / usually) * place : rate) * 100}%` }}
                    />
                  )}
                </td>
                <td>{usually !== null && home.usually(usually)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <Note>{home.against(usual.issues)}</Note>
    </Section>
  );
}
