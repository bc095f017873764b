import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { GmailFigures as Figures } from '../../../src/client/schema.ts';
import type { Here } from '../accounts/newsletters.ts';
import { usePermission } from '../accounts/session.ts';
import { dayOf } from '../platform/time.ts';
import { Mark } from '../ui/chip.tsx';
import { Note, Row, Rows, Section } from '../ui/page.tsx';
import { Loaded } from '../ui/state.tsx';
import { gmail as said } from '../words/gmail.ts';
import { GmailConnection } from './gmail-connection.tsx';
import styles from './gmail-figures.module.css';

/** Returns the key of everything cached from Gmail about the newsletter. */
const gmailKey = ({ newsletter }: Here) => ['newsletter', newsletter.id, 'gmail'];

/** Shows what Gmail says about the domain, the newsletter and its emails. Owners of the installation also see the connection. */
export function GmailFigures({ here }: { here: Here }) {
  const { id } = here.newsletter;
  const mayConnect = usePermission('installation', 'write');
  const figures = useQuery({
    queryKey: gmailKey(here),
    queryFn: ({ signal }) => here.api.get('/v1/newsletters/{id}/gmail_figures', { params: { id }, signal }),
  });
  return (
    <Loaded query={figures} lines={2} height="3rem">
      {data => (
        <>
          <Section title={said.title} note={data.source ? said.note(data.source) : undefined}>
            {data.trouble ? (
              <Note>
                <Mark strong>{data.trouble}</Mark>
              </Note>
            ) : (
              data.days.length === 0 && <Note>{data.is_connected ? said.nothing : said.off}</Note>
            )}
            {data.days.length > 0 && <Days figures={data} />}
            {mayConnect && <GmailConnection here={here} isConnected={data.is_connected} />}
          </Section>
          <Emails figures={data} newsletter={here.newsletter.username} />
          {data.requirements.length > 0 && (
            <Section title={said.demands}>
              <Rows>
                {data.requirements.map(({ name, is_met }) => (
                  <Row
                    key={name}
                    title={said.requirements[name] ?? name}
                    note={is_met ? said.met : <Mark strong>{said.unmet}</Mark>}
                  />
                ))}
              </Rows>
            </Section>
          )}
        </>
      )}
    </Loaded>
  );
}

function Days({ figures }: { figures: Figures }) {
  const { columns, percent } = said;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard */}
      <section className={styles.scroll} aria-label={said.table} tabIndex={0}>
        <table className={styles.days}>
          <thead>
            <tr>
              <th scope="col">{columns.day}</th>
              <th scope="col">{columns.spam}</th>
              <th scope="col">{columns.own}</th>
              <th scope="col">{columns.dkim}</th>
              <th scope="col">{columns.spf}</th>
              <th scope="col">{columns.dmarc}</th>
              <th scope="col">{columns.errors}</th>
            </tr>
          </thead>
          <tbody>
            {figures.days.map(one => (
              <tr key={one.day}>
                <th scope="row">{dayOf(new Date(`${one.day}T00:00Z`), 'UTC')}</th>
                <td data-bad={(one.spam_rate ?? 0) >= 0.001 || undefined}>{percent(one.spam_rate)}</td>
                <td>{percent(one.newsletter_spam_rate)}</td>
                <td>{percent(one.dkim_rate)}</td>
                <td>{percent(one.spf_rate)}</td>
                <td>{percent(one.dmarc_rate)}</td>
                <td>{percent(one.error_rate)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <Note>{said.spam_note}</Note>
    </>
  );
}

function Emails({ figures: { emails }, newsletter }: { figures: Figures; newsletter: string }) {
  const reported = emails.filter(({ spam_rate }) => spam_rate > 0).slice(0, 5);
  if (reported.length === 0) return null;
  return (
    <Section title={said.emails}>
      <Rows>
        {reported.map(({ id, subject, spam_rate }) => (
          <Row
            key={id}
            title={
              <Link to="/$newsletter/emails/$email/sending" params={{ newsletter, email: id }}>
                {subject}
              </Link>
            }
            note={said.worst(spam_rate)}
          />
        ))}
      </Rows>
    </Section>
  );
}
