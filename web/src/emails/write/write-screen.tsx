import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useHere } from '../../accounts/newsletters.ts';
import { Failure, Skeleton } from '../../ui/state.tsx';
import { emailQuery } from '../queries.ts';
import { Bar } from './bar.tsx';
import { Desk } from './desk.tsx';
import styles from './write-screen.module.css';

/** Shows the text, and next to it the mail as readers will get it. */
export function WriteScreen() {
  const here = useHere();
  const { email: id } = useParams({ from: '/$newsletter/emails/$email' });
  const [created, setCreated] = useState<string>();
  const isNew = id === 'new' || id === created;
  const { data, error, refetch } = useQuery({ ...emailQuery(here, id), enabled: id !== 'new' });
  if (error && !data) return <Problem error={error} retry={() => void refetch()} />;
  if (!data && !isNew) return <Problem />;
  // The same screen continues when the first save gives the email its address.
  const key = isNew ? 'new' : id;
  return (
    <div className={styles.screen}>
      <Desk key={key} here={here} email={data} onCreate={setCreated} />
    </div>
  );
}

function Problem({ error, retry }: { error?: unknown; retry?: () => void }) {
  return (
    <div className={styles.screen}>
      <Bar />
      <main className={styles.problem}>
        {error ? <Failure error={error} {...(retry && { retry })} /> : <Skeleton lines={5} />}
      </main>
    </div>
  );
}
