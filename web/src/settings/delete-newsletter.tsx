import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { forgetNewsletters, useHere } from '../accounts/newsletters.ts';
import { queryClient } from '../platform/api.ts';
import { submitted, textOf } from '../platform/form.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogButtons } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Section } from '../ui/page.tsx';
import { Failure } from '../ui/state.tsx';
import { say } from '../ui/toast.tsx';
import { words } from '../words.ts';
import styles from './newsletter-screen.module.css';

const said = words.danger;

/** Deletes the newsletter, after somebody has typed its name. */
export function DeleteNewsletter() {
  const [asks, setAsks] = useState(false);
  return (
    <Section
      id="delete"
      title={said.title}
      note={said.note}
      action={
        <Button look="danger" onClick={() => setAsks(true)}>
          {said.ask}
        </Button>
      }
    >
      {asks && <Asking onClose={() => setAsks(false)} />}
    </Section>
  );
}

function Asking({ onClose }: { onClose: () => void }) {
  const { newsletter } = useHere();
  const [isWrong, setWrong] = useState(false);
  const remove = useDelete();
  const submit = submitted(form => {
    const isName = textOf(form, 'name') === newsletter.name.trim();
    setWrong(!isName);
    if (isName) remove.mutate();
  });
  return (
    <Dialog title={said.question(newsletter.name)} onClose={onClose}>
      <form className={styles.deleting} onSubmit={submit}>
        <dl>
          <dt>{said.goes}</dt>
          <dd>{said.goes_detail}</dd>
          <dt>{said.stays}</dt>
          <dd>{said.stays_detail}</dd>
        </dl>
        <p>
          <Link to="/$newsletter/settings/exports" params={{ newsletter: newsletter.username }}>
            {said.export_first}
          </Link>
          . {said.export_detail}
        </p>
        <Field
          name="name"
          data-focus
          label={said.type(newsletter.name)}
          autoComplete="off"
          error={isWrong ? said.wrong(newsletter.name) : undefined}
        />
        {remove.error && <Failure error={remove.error} />}
        <DialogButtons onCancel={onClose}>
          <Button type="submit" look="danger" busy={remove.isPending}>
            {said.act}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}

function useDelete() {
  const { newsletter, api } = useHere();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => api.delete('/v1/newsletters/{id}', { params: { id: newsletter.id } }),
    onSuccess: async () => {
      // The newsletter's screens must close before its data is removed.
      await navigate({ to: '/account', hash: 'places', replace: true });
      queryClient.removeQueries({ queryKey: ['newsletter', newsletter.id] });
      await forgetNewsletters();
      say(said.deleted(newsletter.name));
    },
  });
}
