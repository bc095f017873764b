import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Here, useHere } from '../../accounts/newsletters.ts';
import { Row, Rows, Section } from '../../ui/page.tsx';
import { Time } from '../../ui/time.tsx';
import { referrals as said } from '../../words/referrals.ts';
import { personKey } from './queries.ts';

const most = 20;

const referralsQuery = (here: Here, id: string) =>
  queryOptions({
    queryKey: [...personKey(here, id), 'referrals'],
    queryFn: async ({ signal }) => {
      const ask = (counted: 'true' | 'false') =>
        here.api.get('/v1/subscribers/{id_or_email}/referrals', {
          params: { id_or_email: id },
          query: { counted, page_size: most },
          signal,
        });
      const [counted, others] = await Promise.all([ask('true'), ask('false')]);
      return { counted, others };
    },
  });

/** Queries whom the person has brought. */
export function useReferrals(id: string) {
  return useQuery(referralsQuery(useHere(), id));
}

/** Lists the people whom this person has brought, and why somebody does not count; nothing if nobody came through their link. */
export function Referrals({ id }: { id: string }) {
  const here = useHere();
  const { data } = useReferrals(id);
  if (!data || data.counted.count + data.others.count === 0) return null;
  const { counted, others } = data;
  return (
    <Section title={said.title} note={counted.count === 0 ? said.none : said.count(counted.count)}>
      <Rows>
        {[...counted.results, ...others.results].map(person => (
          <Row
            key={person.id}
            title={
              <Link
                to="/$newsletter/subscribers/$person"
                params={{ newsletter: here.newsletter.username, person: person.id }}
              >
                {person.email_address}
              </Link>
            }
            note={
              <>
                <Time at={person.referral_date} zone={here.newsletter.timezone} />
                {', '}
                {person.referral_refusal
                  ? said.refusals[person.referral_refusal]
                  : person.referral_settled_date
                    ? said.counts
                    : said.waits}
              </>
            }
          />
        ))}
      </Rows>
    </Section>
  );
}
