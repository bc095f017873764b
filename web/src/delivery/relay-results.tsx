import type { RelayTest } from '../../../src/client/schema.ts';
import { Mark } from '../ui/chip.tsx';
import { Note, UnderTitle } from '../ui/page.tsx';
import { Time } from '../ui/time.tsx';
import { words } from '../words.ts';
import styles from './relay-screen.module.css';

const said = words.relay;

/** Shows what each relay answered, step by step, in its own words. */
export function RelayResults({
  test: { relays, mailed_to, test_date },
  zone,
}: {
  test: RelayTest;
  zone: string;
}) {
  return (
    <div role="status">
      {relays.map(relay => (
        <section key={relay.name} className={styles.relay}>
          <h2>
            {relay.name}
            <Mark strong={relay.state !== 'good'}>{said.states[relay.state]}</Mark>
          </h2>
          <UnderTitle>
            <span>
              {said.tested} <Time at={test_date} zone={zone} precise />
            </span>
            {relay.tls && (
              <span>
                {relay.tls.protocol} · {said.certificate(relay.tls.subject, relay.tls.issuer)}{' '}
                <Time at={relay.tls.valid_until} zone={zone} />
              </span>
            )}
          </UnderTitle>
          <ol className={styles.steps}>
            {relay.steps.map(step => (
              <Step key={step.step} step={step} />
            ))}
          </ol>
        </section>
      ))}
      {mailed_to !== null && <Note>{said.mailed(mailed_to)}</Note>}
    </div>
  );
}

function Step({ step }: { step: RelayTest['relays'][number]['steps'][number] }) {
  const { step: name, state, words: heard, detail, milliseconds } = step;
  return (
    <li data-state={state}>
      <span className={styles.name}>{said.steps[name]}</span>
      <div>
        {detail && <p>{detail}</p>}
        {heard.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines may repeat
          <code key={at}>{line}</code>
        ))}
      </div>
      <Mark strong={state === 'failed' || state === 'warning'}>
        {said.step_states[state]}
        {state !== 'skipped' && ` · ${said.milliseconds(milliseconds)}`}
      </Mark>
    </li>
  );
}
