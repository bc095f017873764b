import { useQuery } from '@tanstack/react-query';
import type { Email, EmailAnalytics } from '../../../../src/client/schema.ts';
import { useHere } from '../../accounts/newsletters.ts';
import { minute_ms } from '../../platform/durations.ts';
import { words } from '../../words.ts';
import type { Progress } from '../queries.ts';
import { figuresQuery } from '../reports/queries.ts';
import type { RecipientSearch } from '../reports/recipient-queries.ts';
import { AcceptedCount, type Counted, PeopleLegend, Waits } from './sending-progress.tsx';
import styles from './sending-screen.module.css';

const columns = 40;
const most = 400;

/** Shows the outcome for everybody as a field of dots: who opened it, who got it, and who did not. */
export function SentPicture({ email, progress }: { email: Email; progress: Progress }) {
  const here = useHere();
  const { data: figures } = useQuery(figuresQuery(here, email));
  const zone = here.newsletter.timezone;
  const parts = partsOf(progress, figures, here.newsletter.track_opens);
  const { publish_date } = email;
  const { completion_date } = progress;
  const isDone = publish_date !== null && completion_date !== null;
  const minutes = isDone ? (Date.parse(completion_date) - Date.parse(publish_date)) / minute_ms : undefined;
  if (progress.recipients === 0)
    return (
      <p className={styles.note}>
        {email.email_type === 'archival' ? words.sending.only_published : words.sending.nobody_there}
      </p>
    );
  return (
    <section aria-label={words.sending.progress}>
      <AcceptedCount progress={progress} />
      {minutes !== undefined && <p className={styles.lasted}>{words.sending.lasted(minutes)}</p>}
      <Dots parts={parts} all={progress.recipients} />
      <PeopleLegend email_id={email.id} parts={parts} />
      <Waits progress={progress} zone={zone} />
    </section>
  );
}

/** Splits the recipients into parts that add up. Opens of mail that bounced or whose arrival is uncertain are not shown. */
function partsOf(progress: Progress, figures: EmailAnalytics | undefined, track_opens: boolean): Counted[] {
  const { states } = words.report;
  const { accepted, complained, temporary, permanent, bounced, uncertain, planned } = progress;
  const has = accepted + complained;
  const opened = Math.min(has, figures?.opens ?? 0);
  const status = 'accepted,complained';
  const parts: [part: keyof typeof states, count: number, list: RecipientSearch][] = [
    ['opened', opened, { status, reaction: 'opened' }],
    ['received', has - opened, track_opens ? { status, reaction: 'unopened' } : { status }],
    ['refused', temporary + permanent, { status: 'temporary,permanent' }],
    ['bounced', bounced, { status: 'bounced' }],
    ['uncertain', uncertain, { status: 'uncertain' }],
    ['planned', planned, { status: 'planned' }],
  ];
  return parts
    .filter(([part, count]) => count > 0 || part === 'received' || (part === 'opened' && track_opens))
    .map(([part, count, list]) => {
      const name = part === 'received' && track_opens ? states.unopened : states[part];
      return { part, name, count, list };
    });
}

function Dots({ parts, all }: { parts: Counted[]; all: number }) {
  const each = Math.ceil(all / most);
  // Each part has at least one dot, so that nobody who is counted is hidden.
  const dots = parts.flatMap(({ part, count }) =>
    Array.from({ length: count === 0 ? 0 : Math.max(1, Math.round(count / each)) }, () => part),
  );
  const said = parts.map(({ name, count }) => words.sending.part(count, name));
  return (
    <>
      <svg
        className={styles.dots}
        viewBox={`0 0 ${columns * 10} ${Math.ceil(dots.length / columns) * 10}`}
        role="img"
        aria-label={words.report.picture(said, all)}
      >
        {dots.map((part, index) => (
          <circle
            // biome-ignore lint/suspicious/noArrayIndexKey: the dots of a part are alike
            key={index}
            data-part={part}
            cx={(index % columns) * 10 + 5}
            cy={Math.floor(index / columns) * 10 + 5}
            r={3.25}
          />
        ))}
      </svg>
      <p className={styles.each}>{words.report.dots(each)}</p>
    </>
  );
}
