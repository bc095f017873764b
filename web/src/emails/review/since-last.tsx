import { useQuery } from '@tanstack/react-query';
import { useHere } from '../../accounts/newsletters.ts';
import { sessionQuery } from '../../accounts/session.ts';
import { Time } from '../../ui/time.tsx';
import { words } from '../../words.ts';
import { emailsKey } from '../queries.ts';
import type { Versioned } from '../version.ts';
import { Changes, isChanged } from './changes.tsx';
import findings from './findings.module.css';
import type { LastReview } from './last-review.ts';
import styles from './review-changed.module.css';

const said = words.review.since;

/** Says what has changed since the email was last reviewed, and by whom. */
export function SinceLast({ email, last }: { email: Versioned; last: LastReview }) {
  const here = useHere();
  if (!isChanged({ reviewed: last.email, present: email })) return null;
  const { review_date, reviewer } = last.review;
  const title = last.isYours ? said.yours : said.theirs(reviewer?.name ?? said.somebody);
  return (
    <details className={findings.findings} data-kind="since">
      <summary>
        {title} <Time at={review_date} zone={here.newsletter.timezone} precise /> <Authors last={last} />
      </summary>
      <div className={styles.changes}>
        <Changes reviewed={last.email} present={email} />
      </div>
    </details>
  );
}

/** Names the people who have written since then, from the earlier versions. */
function Authors({ last: { email, review } }: { last: LastReview }) {
  const here = useHere();
  const { data: session } = useQuery(sessionQuery);
  const { data } = useQuery({
    queryKey: [...emailsKey(here), email.id, 'revisions', 'since', review.revision],
    queryFn: () =>
      here.api.get('/v1/emails/{id}/revisions', { params: { id: email.id }, query: { page_size: 200 } }),
    staleTime: 0,
  });
  const since = (data?.results ?? []).filter(({ number }) => number > review.revision);
  const named = since.flatMap(({ author }) =>
    author ? [author.id === session?.person?.id ? words.approval.you : (author.name ?? said.somebody)] : [],
  );
  return named.length > 0 && said.by([...new Set(named)]);
}
