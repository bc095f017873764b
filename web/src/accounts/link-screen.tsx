import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { queryClient } from '../platform/api.ts';
import { ApiFailure } from '../platform/failure.ts';
import { untilSignedIn } from '../platform/session.ts';
import { Button } from '../ui/button.tsx';
import { Failure, Skeleton } from '../ui/state.tsx';
import { words } from '../words.ts';
import { askSession, enter, type Role, type Session, sessionQuery } from './session.ts';
import styles from './sign-in.module.css';

type Look = {
  kind: 'sign_in' | 'invitation';
  email_address: string;
  newsletter_name: string | null;
  role: Role | null;
};

/** Shows the page behind sign-in and invitation links. Only the button uses the link; opening it does not. */
export function LinkScreen() {
  const navigate = useNavigate();
  const token = location.hash.slice(1);
  const look = useQuery({
    queryKey: ['link', token],
    queryFn: () => askSession<Look>('POST', '/link/look', { token }),
    retry: false,
  });
  const use = useMutation({
    mutationFn: () => takeLink(token),
    onSuccess: async session => {
      queryClient.clear();
      if (session.state === 'code_due') {
        queryClient.setQueryData(sessionQuery.queryKey, session);
        return navigate({ to: '/', replace: true });
      }
      enter(session);
      const isInvited = look.data?.kind === 'invitation';
      const to = session.setup_due ? '/setup' : session.credential_due || isInvited ? '/account' : '/';
      await navigate({ to, replace: true });
    },
  });
  const { kind, newsletter_name, role, email_address } = look.data ?? {};
  const title = kind === 'invitation' ? words.link.invitation(newsletter_name ?? '') : words.sign_in.title;
  return (
    <main className={styles.page}>
      <title>{words.parts.title(title)}</title>
      <h1 tabIndex={-1}>{title}</h1>
      {look.error ? (
        <Failure error={look.error} />
      ) : !look.data ? (
        <Skeleton lines={2} />
      ) : (
        <>
          <p className={styles.note}>
            {kind === 'invitation'
              ? words.link.invited(email_address ?? '', role ?? 'viewer')
              : words.link.once}
          </p>
          {use.error && <Failure error={use.error} />}
          <Button look="solid" wide busy={use.isPending} onClick={() => use.mutate()}>
            {kind === 'invitation' ? words.link.accept : words.sign_in.title}
          </Button>
        </>
      )}
    </main>
  );
}

/** Uses the link. Somebody who already has an account must first prove to be the invited person. */
async function takeLink(token: string): Promise<Session> {
  const take = () => askSession<Session>('POST', '/link', { token });
  try {
    return await take();
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.code !== 'sign_in_first') throw error;
    await untilSignedIn();
    return take().catch(async error => {
      // Signing in with the provider has already accepted the invitation.
      const session = await askSession<Session>('GET', '');
      if (session.provider !== null && error instanceof ApiFailure && error.code === 'link_over')
        return session;
      throw error;
    });
  }
}
