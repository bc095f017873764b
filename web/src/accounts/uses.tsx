import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Uses } from '../../../src/client/schema.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogButtons } from '../ui/dialog.tsx';
import { Failure, Skeleton } from '../ui/state.tsx';
import { words } from '../words.ts';
import { type Here, useHere } from './newsletters.ts';
import styles from './uses.module.css';

export type Used = 'tags' | 'segments' | 'snippets' | 'files';

/** Asks what uses this tag, segment, snippet or file. */
export function useUses({ newsletter, api }: Here, kind: Used, id: string) {
  return useQuery({
    queryKey: ['newsletter', newsletter.id, 'uses', kind, id],
    queryFn: () => {
      const options = { params: { id } };
      if (kind === 'tags') return api.get('/v1/tags/{id}/uses', options);
      if (kind === 'segments') return api.get('/v1/segments/{id}/uses', options);
      if (kind === 'snippets') return api.get('/v1/snippets/{id}/uses', options);
      return api.get('/v1/files/{id}/uses', options);
    },
    staleTime: 0,
  });
}

export function isUsed({ email_count, automations, segments, snippets, templates }: Uses): boolean {
  const others = [automations, segments, snippets, templates];
  return email_count > 0 || others.some(kind => kind.length > 0);
}

/** Shows in a dialog what uses something. */
export function UsesDialog({
  kind,
  id,
  name,
  onClose,
}: {
  kind: Used;
  id: string;
  name: string;
  onClose: () => void;
}) {
  const here = useHere();
  const { data, error, refetch } = useUses(here, kind, id);
  return (
    <Dialog title={words.uses.title(name)} onClose={onClose}>
      {error ? (
        <Failure error={error} retry={() => void refetch()} />
      ) : data ? (
        <UsesList uses={data} />
      ) : (
        <Skeleton lines={3} />
      )}
      <DialogButtons>
        <Button onClick={onClose}>{words.parts.close}</Button>
      </DialogButtons>
    </Dialog>
  );
}

/** Lists the emails, sequences, feeds, segments, snippets and templates, with links to those that have a page. */
export function UsesList({ uses }: { uses: Uses }) {
  const here = useHere();
  const params = { newsletter: here.newsletter.username };
  const { emails, email_count, automations, segments, snippets, templates } = uses;
  if (!isUsed(uses)) return <p className={styles.none}>{words.uses.none}</p>;
  const sequences = automations.filter(({ kind }) => kind === 'event');
  const feeds = automations.filter(({ kind }) => kind === 'feed');
  return (
    <div className={styles.uses}>
      {email_count > 0 && (
        <Kind title={words.uses.emails}>
          {emails.map(({ id, subject, status }) => (
            <li key={id}>
              <Link to="/$newsletter/emails/$email" params={{ ...params, email: id }}>
                {subject || words.emails.untitled}
              </Link>
              <small>{words.emails.status[status]}</small>
            </li>
          ))}
          {email_count > emails.length && <li>{words.uses.more(email_count - emails.length)}</li>}
        </Kind>
      )}
      {sequences.length > 0 && (
        <Kind title={words.uses.sequences}>
          {sequences.map(({ id, name }) => (
            <li key={id}>
              <Link to="/$newsletter/sequences/$sequence" params={{ ...params, sequence: id }}>
                {name}
              </Link>
            </li>
          ))}
        </Kind>
      )}
      {feeds.length > 0 && (
        <Kind title={words.uses.automations}>
          {feeds.map(({ id, name }) => (
            <li key={id}>
              <Link to="/$newsletter/feeds/$feed" params={{ ...params, feed: id }}>
                {name}
              </Link>
            </li>
          ))}
        </Kind>
      )}
      <Names title={words.uses.segments} of={segments} />
      <Names title={words.uses.snippets} of={snippets} />
      <Names title={words.uses.templates} of={templates} />
    </div>
  );
}

function Names({ title, of }: { title: string; of: { id: string; name: string }[] }) {
  if (of.length === 0) return null;
  return (
    <Kind title={title}>
      {of.map(({ id, name }) => (
        <li key={id}>{name}</li>
      ))}
    </Kind>
  );
}

function Kind({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3>{title}</h3>
      <ul>{children}</ul>
    </div>
  );
}
