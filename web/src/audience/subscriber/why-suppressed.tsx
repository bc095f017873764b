import { queryOptions, useQuery } from '@tanstack/react-query';
import { type Here, useHere } from '../../accounts/newsletters.ts';
import { must } from '../../platform/api.ts';
import { personKey } from './queries.ts';
import styles from './subscriber-screen.module.css';

const whyQuery = (here: Here, id: string) =>
  queryOptions({
    queryKey: [...personKey(here, id), 'suppression'],
    queryFn: async ({ signal }) => {
      const query = { subscriber_id: id, page_size: 1 };
      return (await must(() => here.api.get('/v1/suppressions', { query, signal }))).results[0] ?? null;
    },
  });

/** Says in one sentence why the person gets no more mail, if something ended it. */
export function WhySuppressed({ id }: { id: string }) {
  const { data } = useQuery(whyQuery(useHere(), id));
  return data && <p className={styles.words}>{data.explanation}</p>;
}
