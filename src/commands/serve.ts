import type { Config } from '../platform/config.ts';
import { closeDataFolder, leaveRoot } from '../platform/least-privilege.ts';
import type { Log } from '../platform/log.ts';
import { readRelays } from '../platform/mail/smtp/relays.ts';
import { type Service, startService } from '../program/main.ts';

/** A terminal's Ctrl-C and the launcher that passes it on arrive as two signals; only one a while later is impatience. */
const impatientAfterMilliseconds = 1000;
/** A relay may take ten minutes to answer the end of a message (RFC 5321 §4.5.3.2.6), and what has no answer is uncertain. */
const longestDrainMilliseconds = 11 * 60_000;
const explainedAfterMilliseconds = 5000;

/** Serves until a signal comes, then drains and ends. Prints where everything is. */
export async function serve(config: Config, log: Log): Promise<void> {
  sayWhatEndsIt(log);
  const signal = untilSignal(); // heard from the beginning: one that comes while we start stops us as soon as we have
  await takeLeastPrivilege(config, log);
  const service = await startService(config, log);
  console.log(
    config.ROLE === 'worker'
      ? 'Postrider worker is at work. Stop it with Ctrl-C.'
      : greeting(config, service),
  );
  await signal;
  console.log('\nStopping: what is under way is finished first.');
  const impatience = setTimeout(() => {
    log.error('draining took too long; ending now');
    process.exit(1);
  }, longestDrainMilliseconds);
  const explanation = setTimeout(
    () =>
      console.log(
        'Waiting for the mail server, which has messages that it has not answered; it may take ten minutes. A second signal ends now and leaves them uncertain.',
      ),
    explainedAfterMilliseconds,
  );
  await service.stop();
  clearTimeout(explanation);
  clearTimeout(impatience);
  console.log('Stopped.');
}

/** Nobody else reads the data folder, and root's service goes on as another user where it can. */
async function takeLeastPrivilege(config: Config, log: Log): Promise<void> {
  const { DATA_DIR, DATABASE_URL, THEME_DIR, PORT, METRICS_PORT, BOUNCE_PORT, BOUNCE_LMTP_PORT } = config;
  const left = await leaveRoot({
    data_dir: DATA_DIR,
    database_url: DATABASE_URL,
    reads: THEME_DIR ? [THEME_DIR] : [],
    ports: { PORT, METRICS_PORT, BOUNCE_PORT, BOUNCE_LMTP_PORT },
  });
  await closeDataFolder(DATA_DIR);
  if (!left) return;
  if ('user' in left) log.info(left, 'started by root, and runs as another user');
  else log.warn({ reason: left.stays }, 'runs as root');
}

/** Whatever nobody caught ends the process, and is its last line. */
function sayWhatEndsIt(log: Log): void {
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, reason => {
      const err = reason instanceof Error ? reason : new Error(String(reason));
      log.fatal({ err }, 'Postrider ends because of an error that nothing caught');
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
        console.log('Ended at once by a second signal.');
        process.exit(130);
      }
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, heard);
  });
}

function hostsOf(relays: string): string {
  return readRelays(relays)
    .map(({ host }) => host)
    .join(', ');
}

function greeting(
  { BASE_URL, SMTP_URL, DATABASE_URL, DATA_DIR, API_KEY }: Config,
  { first_key, page_url, inbox_url }: Service,
): string {
  const isNew = first_key !== null && first_key !== API_KEY;
  const key = isNew ? first_key : API_KEY ? '$API_KEY' : 'YOUR_KEY';
  const shown = isNew
    ? `${first_key}  (shown this once; keep it)`
    : API_KEY
      ? 'the one in API_KEY'
      : 'as before; make another with: npx postrider key create';
  return `
Postrider is ready at ${BASE_URL}

  Newsletter  ${page_url}
  Inbox       ${inbox_url ? `${inbox_url}\n              (this link opens it; mail stays there until you set SMTP_URL)` : `none; mail goes out through ${hostsOf(SMTP_URL!)}`}
  Reference   ${BASE_URL}/docs
  API key     ${shown}
  Data        ${DATABASE_URL ? `in PostgreSQL at ${new URL(DATABASE_URL).host}` : DATA_DIR}

Add a subscriber, then send:

  curl ${BASE_URL}/v1/subscribers -H "Authorization: Token ${key}" \\
    -H "Content-Type: application/json" -d '{"email_address": "ada@example.org", "type": "regular"}'
  curl ${BASE_URL}/v1/emails -H "Authorization: Token ${key}" \\
    -H "Content-Type: application/json" -d '{"subject": "Hello", "body": "Hello **{{ subscriber.email }}**"}'

Stop with Ctrl-C.`;
}
