import { useQueries, useQuery } from '@tanstack/react-query';
import type { Email, Subscriber } from '../../../../src/client/schema.ts';
import type { Explanation } from '../../accounts/explain.ts';
import { useHere } from '../../accounts/newsletters.ts';
import { usePermission } from '../../accounts/session.ts';
import { Skeleton } from '../../ui/state.tsx';
import { words } from '../../words.ts';
import type { Fields } from '../fields.ts';
import { previewQuery } from '../preview/preview.ts';
import styles from './review-people.module.css';

type Reviewed = {
  email: Email;
  fields: Fields;
  explanation: Explanation | undefined;
  /** Shows the mail as this reader gets it. */
  onShowAs: (address: string) => void;
};

const [looked, shown] = [100, 3];

/**
 * Shows the beginning of the mail as three people get it. They differ in what the text asks about, and one of them is of the rarest kind.
 */
export function ReviewPeople({ email, fields, explanation, onShowAs }: Reviewed) {
  const here = useHere();
  const filters = explanation && (explanation.filters ?? nearly(email));
  const sees = usePermission('subscribers', 'read');
  const expected = sees && filters ? Math.min(shown, explanation?.recipients ?? 0) : 0;
  const { data, isLoading } = useQuery({
    queryKey: ['newsletter', here.newsletter.id, 'readers', 'of', email.id, filters, fields.body],
    queryFn: async ({ signal }) => {
      const query = { page_size: looked, ordering: '-creation_date' } as const;
      const search = { query, body: { filters: filters! }, signal };
      const { results } = await here.api.post('/v1/subscribers/search', search);
      return choosePeople(results, `${fields.subject}\n${fields.body}`);
    },
    enabled: expected > 0,
  });
  const previews = useQueries({
    queries: (data ?? []).map(({ email_address }) =>
      previewQuery(here, email, fields, { subscriber: email_address }),
    ),
  });
  if (!isLoading && !data?.length) return null;
  const texts = previews.map(({ data }) => data?.text);
  const named = words.review.people(data?.length ?? expected);
  return (
    <section className={styles.people} aria-label={named}>
      <h3>{named}</h3>
      {isLoading && <Skeleton lines={expected} height="3.375rem" />}
      <ul>
        {data?.map(({ id, email_address }, index) => (
          <li key={id}>
            <button type="button" onClick={() => onShowAs(email_address)}>
              <span>{email_address}</span>
              <small>
                {previews[index]?.error?.message ??
                  (data.length === 1 ? previews[0]?.data?.inbox.preview : ownWords(texts, index))}
              </small>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Returns the filter for people whom the email is meant for. It serves when no filter finds the exact recipients, as with a mail cap. */
function nearly({ filters }: Email): Email['filters'] {
  const gets = { field: 'subscriber.mail_state', operator: 'equals', value: 'subscribed' } as const;
  return {
    filters: [gets],
    groups: filters.filters.length + filters.groups.length > 0 ? [filters] : [],
    predicate: 'and',
  };
}

/** Returns the first line that this person gets and the others do not. */
function ownWords(texts: (string | undefined)[], index: number): string {
  if (texts.includes(undefined)) return words.parts.loading;
  const lines = texts.map(text => (text ?? '').split('\n').map(line => line.trim()));
  const isShared = (line: string) => lines.every(others => others.includes(line));
  return lines[index]!.find(line => line !== '' && !isShared(line)) ?? words.review.same;
}

/** Chooses three people for whom the text differs: one of the most frequent kind, one of the rarest, and one of another. */
function choosePeople(people: Subscriber[], text: string): Subscriber[] {
  const keys = [...text.matchAll(/metadata(?:\.([\w-]+)|\["([^"]+)"\])/g)].map(
    ([, one, other]) => one ?? other!,
  );
  const kindOf = ({ type, metadata, tags }: Subscriber) =>
    JSON.stringify([
      /subscriber\.type|paywall/.test(text) && type,
      /subscriber\.tags/.test(text) && tags,
      ...keys.map(key => metadata[key] !== undefined && metadata[key] !== ''),
    ]);
  const kinds = Object.values(Object.groupBy(people, kindOf)).map(kind => kind!);
  kinds.sort((a, b) => b.length - a.length);
  const chosen = new Set(
    [kinds[0]?.[0], kinds.at(-1)?.at(-1), kinds[1]?.[0], ...people].filter(one => one !== undefined),
  );
  return [...chosen].slice(0, shown);
}
