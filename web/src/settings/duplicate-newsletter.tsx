import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { forgetNewsletters, useHere, usernameOf } from '../accounts/newsletters.ts';
import { sessionQuery } from '../accounts/session.ts';
import { errorAt } from '../platform/failure.ts';
import { submitted, textOf } from '../platform/form.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogButtons } from '../ui/dialog.tsx';
import { CheckField, Field } from '../ui/field.tsx';
import { Fields, Section } from '../ui/page.tsx';
import { Failure } from '../ui/state.tsx';
import { say } from '../ui/toast.tsx';
import { words } from '../words.ts';
import styles from './newsletter-screen.module.css';

const said = words.duplicate;
const kinds = Object.keys(said.kinds) as (keyof typeof said.kinds)[];
const usual = new Set<string>(['drafts', 'automations']);

/** Creates another newsletter with the content of this one. Only owners of the installation can. */
export function DuplicateNewsletter() {
  const { data: session } = useQuery(sessionQuery);
  const [asks, setAsks] = useState(false);
  if (!session?.person?.installation) return null;
  return (
    <Section
      id="duplicate"
      title={said.title}
      note={said.note}
      action={<Button onClick={() => setAsks(true)}>{said.ask}</Button>}
    >
      {asks && <Asking onClose={() => setAsks(false)} />}
    </Section>
  );
}

function Asking({ onClose }: { onClose: () => void }) {
  const { newsletter } = useHere();
  const suggested = said.suggested(newsletter.name);
  const duplicate = useDuplicate();
  const wrong = (field: string) => errorAt(duplicate.error, field);
  return (
    <Dialog title={said.question(newsletter.name)} onClose={onClose}>
      <form className={styles.deleting} onSubmit={submitted(form => duplicate.mutate(form))}>
        <Fields>
          <Field
            name="name"
            data-focus
            required
            label={words.settings.fields.name}
            defaultValue={suggested}
            error={wrong('name')}
          />
          <Field
            name="username"
            required
            label={words.settings.fields.username}
            hint={words.setting_hints.username}
            defaultValue={usernameOf(suggested)}
            error={wrong('username')}
          />
          <fieldset>
            <legend>{said.also}</legend>
            {kinds.map(kind => (
              <CheckField
                key={kind}
                name="include"
                value={kind}
                label={said.kinds[kind]}
                hint={kind === 'people' ? said.people_hint : undefined}
                defaultChecked={usual.has(kind)}
              />
            ))}
          </fieldset>
        </Fields>
        <p>{said.nothing_sent}</p>
        {duplicate.error && !wrong('name') && !wrong('username') && <Failure error={duplicate.error} />}
        <DialogButtons onCancel={onClose}>
          <Button type="submit" look="solid" busy={duplicate.isPending}>
            {said.act}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}

function useDuplicate() {
  const { newsletter, api } = useHere();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (form: FormData) =>
      api.post('/v1/newsletters/{id}/duplicate', {
        params: { id: newsletter.id },
        body: {
          name: textOf(form, 'name'),
          username: textOf(form, 'username'),
          include: kinds.filter(kind => form.getAll('include').includes(kind)),
        },
      }),
    onSuccess: async made => {
      await forgetNewsletters();
      await navigate({
        to: '/$newsletter/imports/$import',
        params: { newsletter: made.username, import: made.import_id },
      });
      say(said.made(made.name));
    },
  });
}
