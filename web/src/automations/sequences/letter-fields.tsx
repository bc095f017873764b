import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useHere } from '../../accounts/newsletters.ts';
import { BoxedEditor } from '../../emails/editor/boxed-editor.tsx';
import { useKnown } from '../../emails/editor/known.ts';
import { emailQuery } from '../../emails/queries.ts';
import { titleOf } from '../../emails/title.ts';
import { limits } from '../../platform/limits.ts';
import { Field, SelectField } from '../../ui/field.tsx';
import { Segments } from '../../ui/segments.tsx';
import { words } from '../../words.ts';
import type { StepPart } from './draft.ts';
import styles from './editor.module.css';

const said = words.step_editor;

/** Edits the letter of a step, which is written here or is a draft. */
export function LetterFields({ action: { metadata }, onChange }: StepPart) {
  const here = useHere();
  const known = useKnown(here);
  const email_id = typeof metadata.email_id === 'string' ? metadata.email_id : '';
  const [source, setSource] = useState<'text' | 'email'>(email_id ? 'email' : 'text');
  const text = (name: string) => (typeof metadata[name] === 'string' ? (metadata[name] as string) : '');
  const choose = (wanted: 'text' | 'email') => {
    setSource(wanted);
    if (wanted === 'text') onChange({ ...metadata, email_id: undefined });
  };
  return (
    <>
      <div className={styles.choice}>
        <span>{said.source}</span>
        <Segments label={said.source} value={source} options={said.sources} onChange={choose} />
      </div>
      {source === 'email' ? (
        <EmailField chosen={email_id} onChoose={id => onChange({ email_id: id })} />
      ) : (
        <>
          <Field
            label={said.subject}
            required
            maxLength={limits.emails.subject}
            value={text('subject')}
            onChange={({ target }) => onChange({ ...metadata, subject: target.value })}
          />
          <BoxedEditor
            label={said.body}
            hint={undefined}
            error={undefined}
            value={text('body')}
            known={known}
            onChange={body => onChange({ ...metadata, body })}
          />
        </>
      )}
    </>
  );
}

function EmailField({ chosen, onChoose }: { chosen: string; onChoose: (id: string) => void }) {
  const here = useHere();
  const { data: drafts = [] } = useQuery({
    queryKey: ['newsletter', here.newsletter.id, 'drafts to mail'],
    queryFn: async () =>
      (await here.api.get('/v1/emails', { query: { status: ['draft'], page_size: 100 } })).results,
  });
  const { data: own } = useQuery({ ...emailQuery(here, chosen), enabled: chosen !== '' });
  const isListed = drafts.some(({ id }) => id === chosen);
  return (
    <>
      <SelectField
        label={said.email}
        hint={said.email_hint}
        required
        value={chosen}
        onChange={({ target }) => onChoose(target.value)}
      >
        <option value="">{said.no_email}</option>
        {chosen !== '' && !isListed && (
          <option value={chosen}>{own ? titleOf(own) : said.known_email}</option>
        )}
        {drafts.map(draft => (
          <option key={draft.id} value={draft.id}>
            {titleOf(draft)}
          </option>
        ))}
      </SelectField>
      {chosen !== '' && (
        <Link
          to="/$newsletter/emails/$email"
          params={{ newsletter: here.newsletter.username, email: chosen }}
        >
          {said.open_email}
        </Link>
      )}
    </>
  );
}
