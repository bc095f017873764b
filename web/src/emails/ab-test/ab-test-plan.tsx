import { useQuery } from '@tanstack/react-query';
import type { Email } from '../../../../src/client/schema.ts';
import { useHere } from '../../accounts/newsletters.ts';
import { Section } from '../../ui/page.tsx';
import { Failure, Skeleton } from '../../ui/state.tsx';
import { abTest as said } from '../../words/ab-test.ts';
import styles from './ab-test.module.css';
import { abTestQuery } from './queries.ts';

/** Says what the test of an email can show, before the email is sent; nothing for an email without a test. */
export function AbTestPlan({ email }: { email: Email }) {
  const here = useHere();
  const { data, error, refetch } = useQuery(abTestQuery(here, email));
  if (email.ab_test === null) return null;
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />;
  const { variants, decide_after, measure } = email.ab_test;
  return (
    <Section title={said.title}>
      {data ? (
        <div className={styles.plan}>
          <p>{said.plan(data.people_each, variants.length + 1, data.rest, decide_after, measure)}</p>
          {data.uncounted > 0 && <p>{said.uncounted(data.uncounted)}</p>}
          <p>{said.shows(data.smallest_difference, data.usual_share, measure)}</p>
          {!data.is_advised && <p>{said.advise}</p>}
          <p>{said.honest(variants.length + 1)}</p>
        </div>
      ) : (
        <Skeleton lines={4} />
      )}
    </Section>
  );
}
