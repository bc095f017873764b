import { useQuery } from '@tanstack/react-query';
import type { Email, EmailAbTest } from '../../../../src/client/schema.ts';
import { useHere } from '../../accounts/newsletters.ts';
import { Note, Section } from '../../ui/page.tsx';
import { Failure, Skeleton } from '../../ui/state.tsx';
import { Time } from '../../ui/time.tsx';
import { abTest as said } from '../../words/ab-test.ts';
import { words } from '../../words.ts';
import { FigureTable } from '../reports/figure-table.tsx';
import styles from './ab-test.module.css';
import { Decide } from './decide.tsx';
import { abTestQuery } from './queries.ts';

const seldom = 10_000;

/** Shows the results of each variant and of the rest, and how the test was decided; nothing for an email without a test. */
export function AbTestResult({ email }: { email: Email }) {
  const here = useHere();
  const { data, error, refetch } = useQuery({ ...abTestQuery(here, email), refetchInterval: seldom });
  if (email.ab_test === null) return null;
  const { measure } = email.ab_test;
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton lines={4} />;
  return (
    <Section title={said.title}>
      <State test={data} zone={here.newsletter.timezone} />
      <ul className={styles.variants}>
        {data.variants.map(one => (
          <li key={one.variant}>{said.named(one)}</li>
        ))}
      </ul>
      <div className={styles.figures}>
        <FigureTable
          heads={[
            said.variant,
            said.acted[measure],
            said.between,
            said.best,
            said.rest,
            said.farewells,
            said.complaints,
          ]}
          rows={data.variants.map(one => [
            said.letter(one.variant),
            <Share key="test" {...one} />,
            said.range(one.low, one.high),
            said.percent(one.decided_from?.best ?? one.best),
            <Share key="rest" {...one.rest} />,
            words.number(one.unsubscriptions + one.rest.unsubscriptions),
            words.number(one.complaints + one.rest.complaints),
          ])}
          note={said.honest(data.variants.length)}
        />
      </div>
      {data.state === 'running' && data.rest > 0 && (
        <Decide email={email} test={data} onDecided={() => void refetch()} />
      )}
    </Section>
  );
}

/** Shows how many of the counted people did what is measured. */
function Share({ acted, counted }: { acted: number; counted: number }) {
  if (counted === 0) return null;
  return (
    <span className={styles.share}>
      {said.part(acted, counted)}
      <small>{said.of(acted, counted)}</small>
    </span>
  );
}

function State({ test, zone }: { test: EmailAbTest; zone: string }) {
  const { state, winner, decide_date, rest } = test;
  if (state === 'running')
    return (
      <Note>
        {said.states.running} {decide_date && <Time at={decide_date} zone={zone} precise />}.
      </Note>
    );
  const won = test.variants.find(({ variant }) => variant === winner);
  const said_so =
    state === 'winner' && won ? `${said.states.winner} ${said.named(won)}.` : said.states[state];
  return (
    <Note>
      {said_so} {rest > 0 && said.rest_gets(winner)}
    </Note>
  );
}
