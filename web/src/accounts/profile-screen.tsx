import { useQuery } from '@tanstack/react-query';
import { OwnPage } from '../ui/own-page.tsx';
import { PageTitle } from '../ui/page.tsx';
import { Failure, Skeleton } from '../ui/state.tsx';
import { words } from '../words.ts';
import { EraseAccount } from './erase-account.tsx';
import { Identities } from './identities.tsx';
import { meQuery } from './me.ts';
import { NameAndAddress } from './name-and-address.tsx';
import { OwnLanguage } from './own-language.tsx';
import { Passkeys } from './passkeys.tsx';
import { Password } from './password.tsx';
import { Places } from './places.tsx';
import styles from './profile-screen.module.css';
import { sessionQuery } from './session.ts';
import { Sessions } from './sessions.tsx';
import { TwoFactors } from './two-factors.tsx';

/** Who you are here, and how you sign in. */
export function ProfileScreen() {
  const { data: session } = useQuery(sessionQuery);
  // People without a newsletter have nothing left to change.
  const isLeft = session?.newsletters.length === 0;
  const { data: me, error, refetch } = useQuery({ ...meQuery, enabled: session !== undefined && !isLeft });
  const isDue = session?.credential_due && !me?.has_password && !me?.has_passkey;
  return (
    <OwnPage
      narrow
      back={isDue ? undefined : { name: isLeft ? words.profile.back_nowhere : words.profile.back }}
    >
      <PageTitle>{words.profile.title}</PageTitle>
      {isDue && <p className={styles.due}>{words.profile.due}</p>}
      {isLeft ? (
        <>
          <Places />
          <EraseAccount />
        </>
      ) : error && !me ? (
        <Failure error={error} retry={() => void refetch()} />
      ) : !me ? (
        <Skeleton lines={4} />
      ) : (
        <>
          <NameAndAddress me={me} />
          <OwnLanguage me={me} />
          <Identities />
          {!session?.only_provider && (
            <>
              <Password me={me} />
              <Passkeys />
              <TwoFactors me={me} />
            </>
          )}
          <Sessions />
          <Places />
          <EraseAccount />
        </>
      )}
    </OwnPage>
  );
}
