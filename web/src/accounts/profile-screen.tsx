import { useQuery } from '@tanstack/react-query';
import type { Me } from '../../../src/client/schema.ts';
import { Options, SelectField } from '../ui/field.tsx';
import { OwnPage } from '../ui/own-page.tsx';
import { PageTitle } from '../ui/page.tsx';
import { Failure, Skeleton } from '../ui/state.tsx';
import { ownLanguage as text } from '../words/own-language.ts';
import { words } from '../words.ts';
import { EraseAccount } from './erase-account.tsx';
import { Identities } from './identities.tsx';
import { changeMe, meQuery, useProven } from './me.ts';
import { NameAndAddress } from './name-and-address.tsx';
import { Passkeys } from './passkeys.tsx';
import { Password } from './password.tsx';
import { Places } from './places.tsx';
import styles from './profile-screen.module.css';
import { sessionQuery } from './session.ts';
import { Sessions } from './sessions.tsx';
import { TwoFactors } from './two-factors.tsx';

/** Each language has its own name here, so that everybody finds theirs. */
const names: [Me['language'], string][] = [
  ['de', 'Deutsch (du)'],
  ['de-formal', 'Deutsch (Sie)'],
  ['en', 'English'],
  ['es', 'Español'],
  ['fr', 'Français'],
];

/** Chooses the language of the dashboard. The page then loads again. */
function OwnLanguage({ me }: { me: Me }) {
  const save = useProven(changeMe, () => location.reload());
  return (
    <>
      <SelectField
        name="language"
        label={text.label}
        hint={text.hint}
        value={save.variables?.language ?? me.language}
        onChange={event => save.mutate({ language: event.target.value as Me['language'] })}
      >
        <option value="">{text.browser}</option>
        <Options of={names} />
      </SelectField>
      {save.error && <Failure error={save.error} />}
    </>
  );
}

/** Shows who you are here and how you sign in. */
export function ProfileScreen() {
  const { data: session } = useQuery(sessionQuery);
  // People without a newsletter have nothing else to change.
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
          <div className={styles.language}>
            <OwnLanguage me={me} />
          </div>
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
