import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Relay } from '../../../src/client/schema.ts';
import { proven } from '../accounts/me.ts';
import { type Api, queryClient } from '../platform/api.ts';
import { ownZone } from '../platform/time.ts';
import { Button } from '../ui/button.tsx';
import { Mark } from '../ui/chip.tsx';
import { Confirmation } from '../ui/dialog.tsx';
import { Row, Rows, Section } from '../ui/page.tsx';
import { Loaded } from '../ui/state.tsx';
import { Time } from '../ui/time.tsx';
import { words } from '../words.ts';
import { RelayForm } from './relay-form.tsx';
import { RelayPause } from './relay-pause.tsx';
import { relaysQuery } from './relay-queries.ts';
import { RelayTestDialog } from './relay-test-dialog.tsx';

const said = words.relays;

type Open = { act: 'edit' | 'test' | 'remove'; relay: Relay } | { act: 'add' };

/** Lists the relays of the installation, the mail they take, and what is wrong with them. */
export function Relays({ api }: { api: Api }) {
  const relays = useQuery(relaysQuery(api));
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  return (
    <Section
      id="relays"
      title={said.title}
      note={said.note}
      action={<Button onClick={() => setOpen({ act: 'add' })}>{said.add}</Button>}
    >
      <Loaded query={relays} lines={2} height="4rem">
        {list =>
          list.length === 0 ? (
            <p>{said.none}</p>
          ) : (
            <Rows>
              {list.map(relay => (
                <Row
                  key={relay.id}
                  title={
                    <>
                      {relay.name} <Marks relay={relay} />
                    </>
                  }
                  note={<Facts relay={relay} />}
                  action={<Acts api={api} relay={relay} onAct={act => setOpen({ act, relay })} />}
                />
              ))}
            </Rows>
          )
        }
      </Loaded>
      {open?.act === 'add' && <RelayForm api={api} onClose={close} />}
      {open?.act === 'edit' && <RelayForm api={api} relay={open.relay} onClose={close} />}
      {open?.act === 'test' && <RelayTestDialog api={api} relay={open.relay} onClose={close} />}
      {open?.act === 'remove' && <Removal api={api} relay={open.relay} onClose={close} />}
    </Section>
  );
}

function Marks({ relay: { trouble, seen_date, is_reserve, is_paused } }: { relay: Relay }) {
  const state = seen_date === null ? said.untried : said.works;
  return (
    <>
      <Mark strong={trouble !== ''}>{is_paused ? said.paused : trouble !== '' ? said.trouble : state}</Mark>
      {is_reserve && <Mark>{said.reserve}</Mark>}
    </>
  );
}

function Facts({ relay }: { relay: Relay }) {
  const { is_of_settings, is_default, newsletter_ids, from_domains, host, port, trouble, trouble_since } =
    relay;
  const { report_url } = relay;
  const takes = [
    ...(newsletter_ids.length > 0 ? [said.takes_newsletters(newsletter_ids.length)] : []),
    ...(from_domains.length > 0 ? [said.takes_domains(from_domains)] : []),
    ...(is_default ? [said.takes_default] : []),
  ];
  return (
    <>
      {is_of_settings ? (
        said.of_settings
      ) : (
        <>
          {host}:{port}. {takes.length > 0 ? said.takes(takes) : said.takes_nothing}
        </>
      )}
      {report_url !== '' && <p>{said.reports_to(report_url)}</p>}
      {trouble !== '' && (
        <p>
          {trouble} {trouble_since && <Time at={trouble_since} zone={ownZone} precise />}
        </p>
      )}
    </>
  );
}

type ActsProps = { api: Api; relay: Relay; onAct: (act: 'edit' | 'test' | 'remove') => void };

function Acts({ api, relay, onAct }: ActsProps) {
  return (
    <div>
      <Button look="quiet" onClick={() => onAct('test')}>
        {said.test}
      </Button>
      {!relay.is_of_settings && (
        <>
          <RelayPause api={api} relay={relay} />
          <Button look="quiet" onClick={() => onAct('edit')}>
            {said.edit}
          </Button>
          <Button look="quiet" onClick={() => onAct('remove')}>
            {said.remove}
          </Button>
        </>
      )}
    </div>
  );
}

function Removal({ api, relay, onClose }: { api: Api; relay: Relay; onClose: () => void }) {
  return (
    <Confirmation
      title={said.remove_title(relay.name)}
      act={said.remove}
      run={() => proven(() => api.delete('/v1/relays/{id}', { params: { id: relay.id } }))}
      onDone={() => {
        void queryClient.invalidateQueries({ queryKey: relaysQuery(api).queryKey });
        onClose();
      }}
      onClose={onClose}
    >
      <p>{said.remove_detail}</p>
    </Confirmation>
  );
}
