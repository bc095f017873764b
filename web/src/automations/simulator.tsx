import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useDeferredValue, useState } from 'react';
import type { Automation } from '../../../src/client/schema.ts';
import type { Here } from '../accounts/newsletters.ts';
import { queryClient } from '../platform/api.ts';
import { Button } from '../ui/button.tsx';
import { BackArrow } from '../ui/page.tsx';
import { Failure } from '../ui/state.tsx';
import { say } from '../ui/toast.tsx';
import { words } from '../words.ts';
import { feedsKey } from './queries.ts';
import { changesOf, requestOf, type Settings } from './settings.ts';
import { SettingsForm } from './settings-form.tsx';
import { Simulation } from './simulation.tsx';
import { simulationQuery } from './simulation-queries.ts';
import styles from './simulator.module.css';

const simulator = words.simulator;
const formId = 'feed';

/** The settings of a feed, and beside them the last 90 days as the mails they would have been. */
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
  /** Chooses another feed. */
  onOther?: () => void;
}) {
  const [settings, setSettings] = useState(initial);
  // Measures changes even when somebody else has changed the feed meanwhile.
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
  const error = save.error ?? simulation.error;
  return (
    <SimulatorFrame
      here={here}
      title={title}
      {...(automation && { feed: automation.id })}
      action={
        <>
          <a href="#simulation" className={styles.summary}>
            {simulation.data && simulator.summary(simulation.data.emails.length)}
          </a>
          <Button type="submit" form={formId} look="solid" busy={save.isPending}>
            {automation ? words.parts.save : simulator.start}
          </Button>
        </>
      }
    >
      <div className={styles.desk}>
        <form id={formId} className={styles.settings} onSubmit={submit}>
          {save.error && <Failure error={save.error} />}
          <SettingsForm
            here={here}
            settings={settings}
            automation={automation}
            feeds={simulation.data?.feeds}
            error={error}
            onChange={change}
            {...(onOther && { onOther })}
          />
        </form>
        <Simulation here={here} settings={settings} automation={automation} query={simulation} />
      </div>
    </SimulatorFrame>
  );
}

/** The frame: the link back, the title, and the main button at the right. */
export function SimulatorFrame({
  here,
  title,
  feed,
  action,
  children,
}: {
  here: Here;
  title: string;
  /** The feed that the way back leads to; without it, it leads to all of them. */
  feed?: string;
  action?: ReactNode;
  children: ReactNode;
}) {
  const newsletter = here.newsletter.username;
  const content = (
    <>
      <BackArrow />
      {simulator.back}
    </>
  );
  return (
    <div className={styles.screen}>
      <title>{words.parts.title(title)}</title>
      <header className={styles.bar}>
        {feed === undefined ? (
          <Link to="/$newsletter/feeds" params={{ newsletter }} className={styles.back}>
            {content}
          </Link>
        ) : (
          <Link to="/$newsletter/feeds/$feed" params={{ newsletter, feed }} className={styles.back}>
            {content}
          </Link>
        )}
        {action}
      </header>
      <main id="content" className={styles.main}>
        <h1>{title}</h1>
        {children}
      </main>
    </div>
  );
}
