import type { Config } from '../../platform/config/config.ts';
import { readRelays } from '../../platform/mail/smtp/relays.ts';
import { type Trial, tryRelays } from '../../platform/mail/smtp/trial.ts';
import { type Finding, findingsOf } from './finding.ts';

const { good, warning, wrong } = findingsOf('mail');

const relayMilliseconds = 10_000;

/** Tries each relay as for mail, with TLS and login, but sends nothing. */
export async function checkRelays({ SMTP_URL }: Config): Promise<Finding[]> {
  if (SMTP_URL === undefined)
    return [good('SMTP_URL', { detail: 'It is not set: mail stays in the built-in inbox.' })];
  return (await tryRelays(readRelays(SMTP_URL), relayMilliseconds)).map(describeTrial);
}

function describeTrial({ name, state, steps, tls }: Trial): Finding {
  const about = `relay ${name}`;
  const worst = steps.find(step => step.state === state && state !== 'good');
  if (state === 'failed')
    return wrong(about, { detail: worst!.detail, remedy: 'docs/running/troubles.md#the-relay-refuses' });
  const logs_in = steps.some(({ step, state }) => step === 'login' && state === 'good');
  const taken = logs_in ? 'It accepts the login' : 'It accepts connections';
  if (state === 'warning') return warning(about, { detail: `${taken}. ${worst!.detail}` });
  return good(about, { detail: `${taken}${tls ? ` with ${tls.protocol}` : ''}.` });
}
