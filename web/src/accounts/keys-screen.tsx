import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiKey } from '../../../src/client/schema.ts';
import { queryClient } from '../platform/api.ts';
import { Button } from '../ui/button.tsx';
import { Mark } from '../ui/chip.tsx';
import { Confirmation } from '../ui/dialog.tsx';
import { PageTitle, Row, Rows } from '../ui/page.tsx';
import { Empty, Failure, Skeleton } from '../ui/state.tsx';
import { Time } from '../ui/time.tsx';
import { words } from '../words.ts';
import { KeyForm } from './key-form.tsx';
import { useHere } from './newsletters.ts';
import { keysQuery } from './queries.ts';
import { SecretOnce } from './secret-once.tsx';
import { usePermission } from './session.ts';
import { tagsQuery } from './tags.ts';
import { useMakes } from './things-screen.tsx';

/** Lists the keys with which programs use the API. People create, limit and revoke them here. */
export function KeysScreen() {
  const here = useHere();
  const { data, error, refetch } = useQuery(keysQuery(here));
  // The number of lines in the list depends on the names of the tags.
  const tags = useQuery({ ...tagsQuery(here), enabled: data?.some(({ bounds }) => bounds.tags) === true });
  const mayChange = usePermission('settings', 'write');
  const [makes, setMakes] = useMakes();
  const [secret, setSecret] = useState<string>();
  const [revoked, setRevoked] = useState<ApiKey>();
  const forget = () => queryClient.invalidateQueries({ queryKey: keysQuery(here).queryKey });
  const make = mayChange && (
    <Button look="solid" onClick={() => setMakes(true)}>
      {words.keys.make}
    </Button>
  );
  return (
    <>
      <PageTitle action={data?.length !== 0 && make}>{words.keys.title}</PageTitle>
      {secret && <SecretOnce secret={secret} onDone={() => setSecret(undefined)} />}
      {error && !data ? (
        <Failure error={error} retry={() => void refetch()} />
      ) : !data || tags.isLoading ? (
        <Skeleton lines={3} height="56px" />
      ) : data.length === 0 ? (
        <Empty title={words.keys.empty} action={make}>
          {words.keys.empty_detail}
        </Empty>
      ) : (
        <Rows>
          {data.toReversed().map(key => (
            <Row
              key={key.id}
              title={key.name || words.keys.unnamed}
              note={<KeyNote apiKey={key} />}
              action={
                isOver(key) ? (
                  <Mark>{key.revocation_date ? words.keys.is_revoked : words.keys.is_expired}</Mark>
                ) : (
                  mayChange && <Button onClick={() => setRevoked(key)}>{words.keys.revoke}</Button>
                )
              }
            />
          ))}
        </Rows>
      )}
      {makes && mayChange && (
        <KeyForm
          onClose={() => setMakes(false)}
          onMade={made => {
            setMakes(false);
            setSecret(made);
            void forget();
          }}
        />
      )}
      {revoked && (
        <Confirmation
          title={words.keys.revoke_title(revoked.name || words.keys.unnamed)}
          act={words.keys.revoke}
          run={() => here.api.delete('/v1/api_keys/{id}', { params: { id: revoked.id } })}
          done={words.keys.revoked}
          onDone={() => {
            setRevoked(undefined);
            return forget();
          }}
          onClose={() => setRevoked(undefined)}
        >
          {words.keys.revoke_detail}
        </Confirmation>
      )}
    </>
  );
}

function nameOfArea(area: string): string {
  return (words.keys.areas as Record<string, string>)[area] ?? area;
}

function isOver({ revocation_date, expiry_date }: ApiKey): boolean {
  return revocation_date !== null || (expiry_date !== null && new Date(expiry_date) < new Date());
}

/** Says what the key may do, when it ends and when it was last used. */
function KeyNote({ apiKey }: { apiKey: ApiKey }) {
  const here = useHere();
  const { permissions, bounds, expiry_date, last_used_date } = apiKey;
  const { most_recipients, most_recipients_a_day, tags, drafts_only, needs_approval } = bounds;
  const { data: known = [] } = useQuery({ ...tagsQuery(here), enabled: tags !== null });
  const zone = here.newsletter.timezone;
  const nameOf = (id: string) => known.find(tag => tag.id === id)?.name ?? '…';
  const may = Object.entries(permissions).filter(([, level]) => level !== 'none');
  const mayAt = (wanted: 'read' | 'write') => {
    const areas = may.filter(([, level]) => level === wanted).map(([area]) => nameOfArea(area));
    return areas.length > 0 && words.keys.may(words.keys.levels[wanted], areas);
  };
  const isAll = may.length >= 6 && may.every(([, level]) => level === 'write');
  const parts = [
    ...(isAll ? [words.keys.everything] : [mayAt('write'), mayAt('read')]),
    drafts_only && words.keys.drafts_only,
    most_recipients !== null && words.keys.most(most_recipients),
    most_recipients_a_day !== null && words.keys.most_a_day(most_recipients_a_day),
    needs_approval && words.keys.needs_approval,
    tags && words.keys.tagged(tags.map(nameOf)),
  ].filter(part => typeof part === 'string' && part !== '');
  return (
    <>
      {parts.join(' · ')}
      {' · '}
      {last_used_date ? (
        <>
          {words.keys.used} <Time at={last_used_date} zone={zone} />
        </>
      ) : (
        words.keys.unused
      )}
      {expiry_date && !isOver(apiKey) && (
        <>
          {' · '}
          {words.keys.ends} <Time at={expiry_date} zone={zone} />
        </>
      )}
    </>
  );
}
