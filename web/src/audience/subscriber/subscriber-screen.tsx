import { useQuery } from '@tanstack/react-query';
import { Navigate, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { ErasureReceipt, Standing, Subscriber } from '../../../../src/client/schema.ts';
import { useHere } from '../../accounts/newsletters.ts';
import { usePermission } from '../../accounts/session.ts';
import { RecipientDialog } from '../../emails/reports/recipient-dialog.tsx';
import { ApiFailure } from '../../platform/failure.ts';
import { Mark } from '../../ui/chip.tsx';
import { PageTitle, UnderTitle } from '../../ui/page.tsx';
import { Failure, Skeleton } from '../../ui/state.tsx';
import { Time } from '../../ui/time.tsx';
import { words } from '../../words.ts';
import { Back } from './back.tsx';
import { Details } from './details.tsx';
import { EmailChoice } from './email-choice.tsx';
import { EndDialog } from './end-dialog.tsx';
import { EraseDialog, Receipt } from './erase.tsx';
import { GiftDialog } from './gift-dialog.tsx';
import { Notes } from './notes.tsx';
import { OwnSequences } from './own-sequences.tsx';
import { usePlan } from './plan.tsx';
import { attemptsQuery, notesQuery, personQuery, standingQuery } from './queries.ts';
import { Referrals, useReferrals } from './referrals.tsx';
import { RepliesOf, useReplies } from './replies.tsx';
import type { PersonSearch } from './search.ts';
import { StandingSection } from './standing.tsx';
import { PersonMenu } from './subscriber-menu.tsx';
import styles from './subscriber-screen.module.css';
import { Timeline } from './timeline.tsx';
import { TypeDialog } from './type-dialog.tsx';

const route = '/$newsletter/frame/subscribers/$person';
const said = words.person;

/** Shows one person: who they are, everything that happened, and the actions. */
export function PersonScreen() {
  const here = useHere();
  const { person: id } = useParams({ from: route });
  const { data: person, error, refetch } = useQuery(personQuery(here, id));
  const { data: standing, error: no_standing } = useQuery(standingQuery(here, id));
  const seesSequences = usePermission('automations', 'read');
  const attempts = useQuery({ ...attemptsQuery(here, id), enabled: seesSequences });
  const notes = useQuery(notesQuery(here, id));
  const plan = usePlan(id);
  const referrals = useReferrals(id);
  const replies = useReplies(id);
  const [receipt, setReceipt] = useState<ErasureReceipt>();
  const isGone = error instanceof ApiFailure && error.status === 404;
  if (receipt) return <Receipt receipt={receipt} />;
  if (isGone)
    return (
      <>
        <PageTitle>{said.erased}</PageTitle>
        <p className={styles.none}>{said.erased_detail}</p>
        <Back look="button" />
      </>
    );
  // The person was found by their address. Addresses can change, so the page moves to the id.
  if (person && person.id !== id)
    return (
      <Navigate
        from="/$newsletter/subscribers/$person"
        to="."
        params={before => ({ ...before, person: person.id })}
        search={before => before}
        replace
      />
    );
  return (
    <>
      <Back />
      {error && !person ? (
        <>
          <PageTitle>{said.title}</PageTitle>
          <Failure error={error} retry={() => void refetch()} />
        </>
      ) : person &&
        (standing || no_standing) &&
        ![attempts, notes, plan, referrals, replies].some(({ isLoading }) => isLoading) ? (
        <Shown person={person} standing={standing} trouble={no_standing} onErased={setReceipt} />
      ) : (
        <Skeleton lines={9} height="3.5rem" />
      )}
    </>
  );
}

type Known = {
  person: Subscriber;
  standing: Standing | undefined;
  trouble: Error | null;
  onErased: (receipt: ErasureReceipt) => void;
};

function Shown({ person, standing, trouble, onErased }: Known) {
  const here = useHere();
  const { email, ask, type, erase, gift, end, ...kept } = useSearch({ from: route });
  const navigate = useNavigate({ from: '/$newsletter/subscribers/$person' });
  const show = (search: PersonSearch) => void navigate({ search, resetScroll: false });
  const close = () => show(kept);
  const { id, email_address, creation_date } = person;
  const ending = standing?.grants.find(grant => grant.id === end);
  return (
    <>
      <PageTitle action={<PersonMenu person={person} onShow={asked => show({ ...kept, ...asked })} />}>
        {email_address}
      </PageTitle>
      <UnderTitle>
        <Mark strong={person.type === 'unactivated'}>{words.standing.mail_states[person.mail_state]}</Mark>
        <Mark>{words.standing.standings[person.standing]}</Mark>
        <span>
          {said.since} <Time at={creation_date} zone={here.newsletter.timezone} />
        </span>
      </UnderTitle>
      <Details person={person} />
      {standing ? (
        <StandingSection id={id} standing={standing} onShow={asked => show({ ...kept, ...asked })} />
      ) : (
        <Failure error={trouble} />
      )}
      <Notes id={id} />
      <OwnSequences id={id} />
      <RepliesOf id={id} />
      <Referrals id={id} />
      <Timeline id={id} />
      {email !== undefined && <RecipientDialog email_id={email} word={id} onClose={close} />}
      {ask && (
        <EmailChoice
          person={person}
          ask={ask}
          onClose={close}
          onWhy={chosen => show({ ...kept, email: chosen })}
        />
      )}
      {type && <TypeDialog person={person} proposed={type} onClose={close} />}
      {gift && <GiftDialog person={person} onClose={close} />}
      {ending && <EndDialog person={person} grant={ending} onClose={close} />}
      {erase && <EraseDialog person={person} onClose={close} onErased={onErased} />}
    </>
  );
}
