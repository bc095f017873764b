import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useDeferredValue, useState } from 'react';
import type { Automation } from '../../../src/client/schema.ts';
import type { Here } from '../accounts/newsletters.ts';
import { queryClient } from '../platform/api.ts';
import type { Back } from '../ui/desk-bar.tsx';
import { say } from '../ui/toast.tsx';
import { words } from '../words.ts';
import { feedsKey } from './queries.ts';
import { changesOf, requestOf, type Settings } from './settings.ts';
import { SettingsForm } from './settings-form.tsx';
import { Simulation } from './simulation.tsx';
import { simulationQuery } from './simulation-queries.ts';
import { SimulatedForm } from './simulator-frame.tsx';

const simulator = words.simulator;

/** Edits the settings of a feed, and shows beside them the last 90 days as the mails they would have been. */
export function Simulator({
  here,
  title,
  automation,
  initial,
  onOther,
}: {
  here: Here;
  title: string;
  automation: Automation | undefined;
  initial: Settings;
  /** Called to choose another feed. */
  onOther?: () => void;
}) {
  const [settings, setSettings] = useState(initial);
  // Changes are measured against this, even if somebody else has changed the feed meanwhile.
  const [before] = useState(initial);
  const change = (changes: Partial<Settings>) => setSettings(present => ({ ...present, ...changes }));
  const simulation = useQuery(simulationQuery(here, useDeferredValue(settings), automation));
  const navigate = useNavigate();
  const save = useMutation({
    mutationFn: () =>
      automation
        ? here.api.patch('/v1/external_feeds/{id}', {
            params: { id: automation.id },
            body: changesOf(before, settings),
          })
        : here.api.post('/v1/external_feeds', { body: requestOf(settings) }),
    onSuccess: async saved => {
      say(automation ? simulator.changed : simulator.started);
      await queryClient.invalidateQueries({ queryKey: feedsKey(here) });
      await navigate({
        to: '/$newsletter/feeds/$feed',
        params: { newsletter: here.newsletter.username, feed: saved.id },
      });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <SimulatedForm
      title={title}
      back={backToFeeds(here, automation?.id)}
      summary={simulation.data && simulator.summary(simulation.data.emails.length)}
      act={automation ? words.parts.save : simulator.start}
      save={save}
      onSubmit={submit}
      simulation={<Simulation here={here} settings={settings} automation={automation} query={simulation} />}
    >
      <SettingsForm
        here={here}
        settings={settings}
        automation={automation}
        feeds={simulation.data?.feeds}
        error={save.error ?? simulation.error}
        onChange={change}
        {...(onOther && { onOther })}
      />
    </SimulatedForm>
  );
}

/** Returns the link back to the feed; without one, to the list of them. */
export function backToFeeds({ newsletter: { username: newsletter } }: Here, feed?: string): Back {
  const label = simulator.back;
  return feed === undefined
    ? { label, to: '/$newsletter/feeds', params: { newsletter } }
    : { label, to: '/$newsletter/feeds/$feed', params: { newsletter, feed } };
}
