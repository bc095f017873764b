import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { root } from '../platform/root.ts';
import { Button } from '../ui/button.tsx';
import { Failure } from '../ui/state.tsx';
import { signOn } from '../words/sign-on.ts';
import { words } from '../words.ts';
import { sessionQuery } from './session.ts';
import styles from './sign-in.module.css';
import { finishSignOn, goToProvider, type Intent, takeTrip } from './sign-on.ts';

/** Sends people to the provider of single sign-on, and receives them when they come back. */
export function SignOnScreen() {
  const [search] = useState(location.search);
  const isBack = new URLSearchParams(search).has('state');
  return (
    <main className={styles.page}>
      <title>{words.parts.title(words.sign_in.title)}</title>
      <h1 tabIndex={-1}>{words.sign_in.title}</h1>
      {isBack ? <Back search={search} /> : <Going />}
    </main>
  );
}

function Going() {
  const { data: session } = useQuery(sessionQuery);
  const go = useQuery({
    queryKey: ['sign-on', 'begin'],
    queryFn: async () => {
      await goToProvider(intentOf(location.hash), location.hash !== '');
      return true;
    },
    retry: false,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  if (go.error) return <Refused error={go.error} />;
  return <p className={styles.note}>{signOn.provider_going(session?.provider ?? '…')}</p>;
}

function Back({ search }: { search: string }) {
  const finish = useQuery({
    queryKey: ['sign-on', search],
    queryFn: async () => {
      // The address has been used and should not stay in the history.
      history.replaceState(history.state, '', location.pathname);
      const { back, isTab } = takeTrip();
      await finishSignOn(search);
      if (isTab) close();
      else location.replace(back);
      return { isTab };
    },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  if (finish.error) return <Refused error={finish.error} />;
  const isDone = finish.data?.isTab === true;
  return <p className={styles.note}>{isDone ? signOn.provider_done : signOn.provider_back}</p>;
}

function Refused({ error }: { error: unknown }) {
  return (
    <>
      <Failure error={error} />
      <div className={styles.buttons}>
        <Button look="quiet" onClick={() => location.assign(`${root}/dashboard`)}>
          {signOn.start_again}
        </Button>
      </div>
    </>
  );
}

function intentOf(hash: string): Intent {
  return hash === '#prove' || hash === '#connect' ? (hash.slice(1) as Intent) : 'sign_in';
}
