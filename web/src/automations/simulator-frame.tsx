import { type FormEvent, type ReactNode, useId } from 'react';
import { Button } from '../ui/button.tsx';
import { type Back, DeskBar } from '../ui/desk-bar.tsx';
import { Failure } from '../ui/state.tsx';
import { words } from '../words.ts';
import styles from './simulator.module.css';

/** Shows the link back, the title, and the main button at the right. */
export function SimulatorFrame({
  title,
  back,
  action,
  children,
}: {
  title: string;
  back: Back;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className={styles.screen}>
      <title>{words.parts.title(title)}</title>
      <DeskBar className={styles.bar} back={back}>
        {action}
      </DeskBar>
      <main id="content" className={styles.main}>
        <h1>{title}</h1>
        {children}
      </main>
    </div>
  );
}

/** Shows a form with its simulation beside it. On a narrow screen the simulation is below, and a line above sums it up. */
export function SimulatedForm({
  title,
  back,
  summary,
  act,
  save,
  wide,
  onSubmit,
  simulation,
  children,
}: {
  title: string;
  back: Back;
  summary: string | undefined;
  /** The text of the main button. */
  act: string;
  save: { error: Error | null; isPending: boolean };
  wide?: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  simulation: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <SimulatorFrame
      title={title}
      back={back}
      action={
        <>
          <a href="#simulation" className={styles.summary}>
            {summary}
          </a>
          <Button type="submit" form={id} look="solid" busy={save.isPending}>
            {act}
          </Button>
        </>
      }
    >
      <div className={styles.desk} data-wide={wide}>
        <form id={id} className={styles.settings} onSubmit={onSubmit}>
          {save.error && <Failure error={save.error} />}
          {children}
        </form>
        {simulation}
      </div>
    </SimulatorFrame>
  );
}
