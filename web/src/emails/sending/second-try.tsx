import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import type { Email, SecondTryOptions } from '../../../../src/client/schema.ts';
import type { Here } from '../../accounts/newsletters.ts';
import { limits } from '../../platform/limits.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Dialog, DialogButtons } from '../../ui/dialog.tsx';
import { CheckField, Field } from '../../ui/field.tsx';
import { Note } from '../../ui/page.tsx';
import { Segments } from '../../ui/segments.tsx';
import { Failure, Skeleton } from '../../ui/state.tsx';
import { secondTry as said } from '../../words/second-try.ts';
import { emailsKey, forgetEmails } from '../queries.ts';
import styles from './resend.module.css';

type Tried = { here: Here; email: Email };

const optionsQuery = (here: Here, id: string) =>
  queryOptions({
    queryKey: [...emailsKey(here), id, 'second-try'],
    queryFn: () => here.api.get('/v1/emails/{id}/second-try', { params: { id } }),
    staleTime: 0,
  });

/** Offers to make a second try of the email, or links to the existing one. */
export function SecondTry({ here, email }: Tried) {
  const [asks, setAsks] = useState(false);
  if (email.second_try_of !== null) return <OtherTry here={here} id={email.second_try_of} words={said.of} />;
  return (
    <>
      <Button onClick={() => setAsks(true)}>{said.open}</Button>
      {asks && <SecondTryDialog here={here} email={email} onClose={() => setAsks(false)} />}
    </>
  );
}

function OtherTry({ here, id, words }: { here: Here; id: string; words: string }) {
  const params = { newsletter: here.newsletter.username, email: id };
  return (
    <Link to="/$newsletter/emails/$email" params={params} className={buttonClass('quiet')}>
      {words}
    </Link>
  );
}

type Missed = 'opened' | 'clicked';

function SecondTryDialog({ here, email, onClose }: Tried & { onClose: () => void }) {
  const navigate = useNavigate();
  const { data, error } = useQuery(optionsQuery(here, email.id));
  const [missed, setMissed] = useState<Missed>();
  const [unknown, setUnknown] = useState(false);
  const [subject, setSubject] = useState(email.subject);
  const kind = missed ?? (data?.unopened === null ? 'clicked' : 'opened');
  const to = kind === 'clicked' ? 'unclicked' : unknown ? 'unopened_or_unknown' : 'unopened';
  const make = useMutation({
    mutationFn: () => {
      const params = { id: email.id };
      return here.api.post('/v1/emails/{id}/second-try', { params, body: { to, subject } });
    },
    onSuccess: async draft => {
      await forgetEmails(here);
      const params = { newsletter: here.newsletter.username, email: draft.id };
      await navigate({ to: '/$newsletter/emails/$email', params });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    make.mutate();
  };
  const made = data?.email_id ?? null;
  const isMeasured = data && made === null && (data.unopened !== null || data.unclicked !== null);
  return (
    <Dialog title={said.title} onClose={onClose}>
      <form onSubmit={submit}>
        {!data && !error && <Skeleton lines={3} />}
        {data && made === null && !isMeasured && <Note>{said.unmeasured}</Note>}
        {made !== null && (
          <Note>
            {said.made} <OtherTry here={here} id={made} words={said.see} />
          </Note>
        )}
        {data && isMeasured && (
          <div className={styles.states}>
            <Note>{said.explain}</Note>
            <Kinds options={data} kind={kind} onChoose={setMissed} />
            {kind === 'opened' && unknownOf(data) > 0 && (
              <CheckField
                label={said.unknown(unknownOf(data))}
                hint={said.unknown_hint}
                checked={unknown}
                onChange={({ target }) => setUnknown(target.checked)}
              />
            )}
            <Field
              label={said.subject}
              hint={said.subject_hint}
              value={subject}
              maxLength={limits.emails.subject}
              required
              data-focus
              onChange={({ target }) => setSubject(target.value)}
            />
            <Note>{said.reach(data[to] ?? 0)}</Note>
          </div>
        )}
        {(error ?? make.error) && <Failure error={(error ?? make.error)!} />}
        <DialogButtons onCancel={onClose}>
          <Button type="submit" look="solid" busy={make.isPending} disabled={!isMeasured || !data[to]}>
            {said.make}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}

type Choosing = { options: SecondTryOptions; kind: Missed; onChoose: (kind: Missed) => void };

/** Chooses what people missed, if both opens and clicks were measured. */
function Kinds({ options, kind, onChoose }: Choosing) {
  if (options.unopened === null || options.unclicked === null) return null;
  return <Segments label={said.missed} options={said.kinds} value={kind} onChange={onChoose} />;
}

function unknownOf({ unopened, unopened_or_unknown }: SecondTryOptions): number {
  return (unopened_or_unknown ?? 0) - (unopened ?? 0);
}
