import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { errorAt } from '../platform/failure.ts';
import { submitted, textOf } from '../platform/form.ts';
import { ownZone } from '../platform/time.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Fields } from '../ui/page.tsx';
import { Failure } from '../ui/state.tsx';
import { words } from '../words.ts';
import { createNewsletter, forgetNewsletters, usernameOf } from './newsletters.ts';
import { SecretOnce } from './secret-once.tsx';
import { sessionQuery } from './session.ts';
import styles from './sign-in.module.css';

const names = ['name', 'username', 'from_address'] as const;

/** Creates another newsletter in this installation, and shows its first API key once. */
export function NewNewsletterScreen() {
  const { data: session } = useQuery(sessionQuery);
  const [name, setName] = useState('');
  const [username, setUsername] = useState<string>();
  const make = useMutation({
    mutationFn: (form: FormData) => {
      const from_address = textOf(form, 'from_address');
      const body = { name: textOf(form, 'name'), username: textOf(form, 'username'), timezone: ownZone };
      return createNewsletter({ ...body, ...(from_address && { from_address }) });
    },
    onSuccess: forgetNewsletters,
  });
  const made = make.data;
  const title = made ? words.newsletter.made(made.name) : words.newsletter.make;
  const wrong = (field: string) => errorAt(make.error, field);
  return (
    <main className={styles.page}>
      <title>{words.parts.title(title)}</title>
      <h1 tabIndex={-1}>{title}</h1>
      {made ? (
        <>
          <SecretOnce secret={made.api_key} note={words.newsletter.key_once} />
          <Link
            to="/$newsletter/emails"
            params={{ newsletter: made.username }}
            className={buttonClass('solid', true)}
          >
            {words.newsletter.open}
          </Link>
        </>
      ) : (
        <form onSubmit={submitted(form => make.mutate(form))}>
          <Fields>
            <Field
              name="name"
              label={words.settings.fields.name}
              required
              value={name}
              onChange={event => setName(event.target.value)}
              error={wrong('name')}
            />
            <Field
              name="username"
              label={words.settings.fields.username}
              hint={words.setting_hints.username}
              required
              value={username ?? usernameOf(name)}
              onChange={event => setUsername(event.target.value)}
              error={wrong('username')}
            />
            <Field
              name="from_address"
              type="email"
              label={words.settings.fields.from_address}
              hint={words.setup.from_hint}
              defaultValue={session?.person?.email_address}
              error={wrong('from_address')}
            />
            {make.error && !names.some(wrong) && <Failure error={make.error} />}
          </Fields>
          <div className={styles.buttons}>
            <Link to={session?.newsletters.length === 0 ? '/' : '/account'} className={buttonClass('quiet')}>
              {words.parts.cancel}
            </Link>
            <Button type="submit" look="solid" busy={make.isPending}>
              {words.newsletter.make_it}
            </Button>
          </div>
        </form>
      )}
    </main>
  );
}
