import { setTimeout as sleep } from 'node:timers/promises';
import { describeAddress } from '../platform/config/addresses.ts';
import type { Config } from '../platform/config/config.ts';
import { minute_ms } from '../platform/durations.ts';
import { closeDataFolder, leaveRoot } from '../platform/embedded/least-privilege.ts';
import type { Log } from '../platform/log.ts';
import { readRelays } from '../platform/mail/smtp/relays.ts';
import { buildDashboard, isDashboardBuilt } from '../program/dashboard.ts';
import { type Service, startService } from '../program/main.ts';
import { call } from './call.ts';

/** Ctrl-C in a terminal arrives twice, directly and through the launcher; only a later signal means impatience. */
const impatientAfterMilliseconds = 1000;
/**
 * A relay may take ten minutes to answer the end of a message (RFC 5321 §4.5.3.2.6); messages without an answer are
 * uncertain.
 */
export const longestDrainMilliseconds = 11 * minute_ms;
const explainedAfterMilliseconds = 5000;

/** Serves until a signal arrives, then drains and exits. Prints all addresses. */
export async function serve(config: Config, log: Log): Promise<void> {
  sayWhatEndsIt(log);
  const signal = untilSignal(); // installed immediately, so that a signal during startup stops the service as soon as it is up
  const dashboard_trouble =
    config.ROLE === 'worker'
      ? undefined
      : await buildDashboard({ say: line => process.stderr.write(`${line}\n`) });
  if (dashboard_trouble !== undefined)
    log.warn(
      { reason: dashboard_trouble },
      isDashboardBuilt()
        ? 'the web interface could not be rebuilt; the previous build is used'
        : 'the web interface could not be built; /dashboard says what to do',
    );
  // Loaded while the process may still be root, since only root may write to Node's compile cache, which makes later starts quicker.
  if (!config.SMTP_URL) await import('../platform/inbox/inbox.ts');
  await takeLeastPrivilege(config, log);
  const service = await startService(config, log, { dashboard_trouble });
  console.log(
    config.ROLE === 'worker'
      ? 'Postrider worker is running. Stop it with Ctrl-C.'
      : greeting(config, service),
  );
  if (service.hold !== null) console.log(holdNotice(service.hold));
  await signal;
  await letBalancersNotice(service, config.DRAIN_SECONDS);
  console.log('\nStopping after finishing work in progress.');
  const impatience = setTimeout(() => {
    log.error('draining took too long; exiting now');
    process.exit(1);
  }, longestDrainMilliseconds);
  const explanation = setTimeout(
    () =>
      console.log(
        'Waiting for the mail server to answer for messages it has received; this may take ten minutes. A second signal exits now and leaves them uncertain.',
      ),
    explainedAfterMilliseconds,
  );
  await service.stop();
  clearTimeout(explanation);
  clearTimeout(impatience);
  console.log('Stopped.');
}

async function letBalancersNotice(service: Service, seconds: number): Promise<void> {
  if (seconds === 0) return;
  service.leave();
  console.log(
    `\nAbout to stop: for ${seconds} s, /readyz answers 503 so that load balancers send requests to other processes.`,
  );
  await sleep(seconds * 1000);
}

/** Closes the data folder to other users, and drops root privileges where possible. */
async function takeLeastPrivilege(config: Config, log: Log): Promise<void> {
  const { DATA_DIR, DATABASE_URL, THEME_DIR, THEMES_DIR, PORT, METRICS_PORT, BOUNCE_PORT, BOUNCE_LMTP_PORT } =
    config;
  const left = await leaveRoot({
    data_dir: DATA_DIR,
    database_url: DATABASE_URL,
    reads: [THEME_DIR, THEMES_DIR].filter(folder => folder !== undefined),
    ports: { PORT, METRICS_PORT, BOUNCE_PORT, BOUNCE_LMTP_PORT },
  });
  await closeDataFolder(DATA_DIR);
  if (!left) return;
  if ('user' in left) log.info(left, 'started by root, now running as another user');
  else log.warn({ reason: left.stays }, 'running as root');
}

/** Logs an uncaught error, which ends the process, as its last line. */
function sayWhatEndsIt(log: Log): void {
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, reason => {
      const err = reason instanceof Error ? reason : new Error(String(reason));
      log.fatal({ err }, 'Postrider exits because of an uncaught error');
      process.exit(1);
    });
}

function untilSignal(): Promise<void> {
  return new Promise(resolve => {
    let first = 0;
    const heard = () => {
      if (first === 0) {
        first = Date.now();
        resolve();
      } else if (Date.now() - first > impatientAfterMilliseconds) {
        console.log('Stopped immediately by a second signal.');
        process.exit(130);
      }
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, heard);
  });
}

function holdNotice(hold: string): string {
  return `
ON HOLD: nothing is mailed, no webhook is called, and no bulk action runs.
${hold}
To see what would go out, and to resume: npx postrider resume`;
}

function hostsOf(relays: string): string {
  return readRelays(relays)
    .map(({ host }) => host)
    .join(', ');
}

function greeting(
  { BASE_URL, SMTP_URL, DATABASE_URL, DATA_DIR, API_KEY }: Config,
  { first_key, page_url, inbox_url, dashboard_url, sign_in_url }: Service,
): string {
  const isNew = first_key !== null && first_key !== API_KEY;
  const key = isNew ? first_key : API_KEY ? '$API_KEY' : 'YOUR_KEY';
  const shown = isNew
    ? `${first_key}  (shown only once; keep it)`
    : API_KEY
      ? 'the value of API_KEY'
      : `as before; create another with: ${call} key create`;
  return `
Postrider is ready at ${BASE_URL}

  Dashboard   ${sign_in_url ? `${sign_in_url}\n              (this link signs you in once; another: ${call} sign-in)` : dashboard_url}
  Newsletter  ${page_url}
  Inbox       ${inbox_url ? `${inbox_url}\n              (this link opens it; mail stays there until you set SMTP_URL or add a relay)` : `none; mail goes out through ${hostsOf(SMTP_URL!)}`}
  Reference   ${BASE_URL}/docs
  API key     ${shown}
  Data        ${DATABASE_URL ? `in PostgreSQL at ${describeAddress(DATABASE_URL)}` : DATA_DIR}

Add a subscriber, then send:

  curl ${BASE_URL}/v1/subscribers -H "Authorization: Token ${key}" \\
    -H "Content-Type: application/json" -d '{"email_address": "ada@example.org", "type": "regular"}'
  curl ${BASE_URL}/v1/emails -H "Authorization: Token ${key}" \\
    -H "Content-Type: application/json" -d '{"subject": "Hello", "body": "Hello **{{ subscriber.email }}**"}'

Stop with Ctrl-C.`;
}
