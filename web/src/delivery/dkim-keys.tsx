import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DkimKey } from '../../../src/client/schema.ts';
import type { Here } from '../accounts/newsletters.ts';
import { usePermission } from '../accounts/session.ts';
import { Button } from '../ui/button.tsx';
import { Confirmation } from '../ui/dialog.tsx';
import { Menu } from '../ui/menu.tsx';
import { Note, Row, Rows, Section } from '../ui/page.tsx';
import { Empty, Failure, Loaded } from '../ui/state.tsx';
import { Time } from '../ui/time.tsx';
import { say } from '../ui/toast.tsx';
import { words } from '../words.ts';
import { keysQuery } from './domain-queries.ts';
import { Rotation } from './rotation.tsx';

const said = words.dkim;

/** Lists the keys that sign the newsletter's mail. People create, retire and delete them. `onChange` is called after each change. */
export function DkimKeys({
  here,
  domain,
  onChange,
}: {
  here: Here;
  /** The domain of the sender; undefined until known. */
  domain: string | undefined;
  onChange: () => void;
}) {
  const keys = useQuery(keysQuery(here));
  const mayChange = usePermission('settings', 'write');
  const params = { id: here.newsletter.id };
  const make = useMutation({
    mutationFn: () => here.api.post('/v1/newsletters/{id}/dkim_keys', { params, body: {} }),
    onSuccess: () => {
      say(said.made);
      onChange();
    },
  });
  const button = mayChange && (
    <Button busy={make.isPending} onClick={() => make.mutate()}>
      {keys.data?.length === 0 ? said.make : said.rotate}
    </Button>
  );
  return (
    <Section title={said.title} note={said.note} action={keys.data && keys.data.length > 0 && button}>
      {make.error && <Failure error={make.error} />}
      <Loaded query={keys} lines={2} height="56px">
        {data =>
          data.length === 0 ? (
            <Empty title={said.empty} action={button}>
              {said.empty_detail}
            </Empty>
          ) : (
            <>
              <KeyRows here={here} keys={data} domain={domain} mayChange={mayChange} onChange={onChange} />
              <Note>{said.rotation}</Note>
              <Rotation />
            </>
          )
        }
      </Loaded>
    </Section>
  );
}

function KeyRows({
  here,
  keys,
  domain,
  mayChange,
  onChange,
}: {
  here: Here;
  keys: DkimKey[];
  domain: string | undefined;
  mayChange: boolean;
  onChange: () => void;
}) {
  const [asked, setAsked] = useState<{ key: DkimKey; act: Exclude<KeyAct, 'active'> }>();
  const activate = useMutation({
    mutationFn: (key: DkimKey) => changeKey(here, key, 'active'),
    onSuccess: () => {
      say(said.activated);
      onChange();
    },
    onError: error => say(error.message),
  });
  const signing = signingOf(keys, domain);
  const actsOf = (key: DkimKey) => [
    ...(key.status === 'active'
      ? [{ label: said.retire, run: () => setAsked({ key, act: 'retired' }) }]
      : []),
    ...(key.status !== 'active' && !key.is_destroyed
      ? [{ label: said.activate, run: () => activate.mutate(key) }]
      : []),
    { label: said.remove, run: () => setAsked({ key, act: 'deleted' }), danger: true },
  ];
  return (
    <>
      <Rows>
        {keys.map(key => (
          <Row
            key={key.id}
            title={key.selector}
            note={
              <>
                {said.kinds[key.algorithm]}
                {key.alias_name && ` · ${said.states.delegated}`} ·{' '}
                <State {...{ here, signing, domain }} of={key} />
              </>
            }
            action={mayChange && <Menu label={said.more(key.selector)} items={actsOf(key)} />}
          />
        ))}
      </Rows>
      {asked && (
        <Confirmation
          {...questionOf(asked.key, asked.act, keys)}
          run={() => changeKey(here, asked.key, asked.act)}
          done={asked.act === 'retired' ? said.retired : said.deleted}
          onDone={() => {
            setAsked(undefined);
            onChange();
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}

async function changeKey({ newsletter, api }: Here, key: DkimKey, act: KeyAct): Promise<void> {
  const path = '/v1/newsletters/{id}/dkim_keys/{key_id}';
  const params = { id: newsletter.id, key_id: key.id };
  if (act === 'deleted') await api.delete(path, { params });
  else await api.patch(path, { params, body: { status: act } });
}

type KeyAct = 'active' | 'retired' | 'deleted';

/** Returns the ids of the keys that sign: of each kind the newest active one for the sender's domain. `keys` must be newest first. */
function signingOf(keys: DkimKey[], domain: string | undefined): Set<string> {
  const active = keys.filter(key => key.status === 'active' && key.domain === domain);
  const kinds = Map.groupBy(active, ({ algorithm }) => algorithm);
  return new Set([...kinds.values()].map(([newest]) => newest!.id));
}

/** Says what the key does now, and since when or until when. */
function State({
  of: key,
  here,
  signing,
  domain,
}: {
  of: DkimKey;
  here: Here;
  signing: Set<string>;
  domain: string | undefined;
}) {
  const zone = here.newsletter.timezone;
  if (key.is_destroyed) return said.states.destroyed;
  if (key.record_until)
    return (
      <>
        {said.states.leaving} <Time at={key.record_until} zone={zone} />
      </>
    );
  return (
    <>
      {stateOf(key, signing, domain)} · {said.since} <Time at={key.status_date} zone={zone} />
    </>
  );
}

/** Says what the key does now. */
function stateOf(key: DkimKey, signing: Set<string>, domain: string | undefined): string {
  if (key.status !== 'active') return said.states[key.status];
  if (signing.has(key.id)) return said.states.signs;
  const isHere = domain === undefined || key.domain === domain;
  return isHere ? said.states.succeeded : said.states.elsewhere(key.domain);
}

/** Returns the title, text and button of the question before a key is retired or deleted. */
function questionOf(key: DkimKey, act: Exclude<KeyAct, 'active'>, keys: DkimKey[]) {
  const isAlone = !keys.some(
    other =>
      other !== key &&
      other.status === 'active' &&
      other.algorithm === key.algorithm &&
      other.domain === key.domain,
  );
  const last = key.status === 'active' && isAlone ? ` ${said.last(said.kinds[key.algorithm])}` : '';
  return act === 'retired'
    ? { title: said.retire_title(key.selector), act: said.retire_act, children: said.retire_detail + last }
    : { title: said.delete_title(key.selector), act: said.delete_act, children: said.delete_detail + last };
}
