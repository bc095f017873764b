import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useHere } from '../../accounts/newsletters.ts';
import { Row, Rows, Section } from '../../ui/page.tsx';
import { Time } from '../../ui/time.tsx';
import { replies as said } from '../../words/replies.ts';
import { repliesOfQuery } from '../replies/queries.ts';

/** Queries the person's replies. */
export function useReplies(id: string) {
  return useQuery(repliesOfQuery(useHere(), id));
}

/** Lists the person's replies, latest first; nothing if there are none. */
export function RepliesOf({ id }: { id: string }) {
  const here = useHere();
  const { data } = useReplies(id);
  if (!data || data.count === 0) return null;
  return (
    <Section title={said.title} note={said.of_person(data.count)}>
      <Rows>
        {data.results.map(({ id, subject, text, from_address, creation_date }) => (
          <Row
            key={id}
            title={
              <Link
                to="/$newsletter/settings/replies"
                params={{ newsletter: here.newsletter.username }}
                search={{ with: from_address }}
              >
                {subject || said.no_subject}
              </Link>
            }
            note={
              <>
                <Time at={creation_date} zone={here.newsletter.timezone} precise /> ·{' '}
                <bdi>{text.slice(0, 120)}</bdi>
              </>
            }
          />
        ))}
      </Rows>
    </Section>
  );
}
