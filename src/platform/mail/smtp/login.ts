import { createHmac } from 'node:crypto';
import { sentence } from '../../sentences/sentence.ts';
import { type Dialogue, RelayTrouble } from './dialogue.ts';
import type { Relay } from './relays.ts';

const usual = ['plain', 'login', 'cram-md5'] as const;

/**
 * Logs in (RFC 4954) with the configured mechanism, or else with the first one that the relay offers of PLAIN, LOGIN
 * and CRAM-MD5. Returns the relay's reply. Throws RelayTrouble with the relay's words.
 */
export async function logIn(
  dialogue: Dialogue,
  { user, password, mechanism }: NonNullable<Relay['login']>,
  offered: string[],
): Promise<string> {
  const chosen = mechanism ?? usual.find(name => offered.includes(name.toUpperCase())) ?? 'plain';
  if (!offered.includes(chosen.toUpperCase()))
    throw new RelayTrouble(
      sentence('relays.no_such_login', {
        chosen: chosen.toUpperCase(),
        offered: offered.join(', ').slice(0, 200) || 'none',
      }),
    );
  const [first, ...more] = {
    plain: [`AUTH PLAIN ${base64(`\0${user}\0${password}`)}`],
    login: ['AUTH LOGIN', base64(user), base64(password)],
    'cram-md5': ['AUTH CRAM-MD5', (challenge: string) => answerChallenge(user, password, challenge)],
    // After a refusal with details, an empty line is sent to get the refusal itself.
    xoauth2: [`AUTH XOAUTH2 ${base64(`user=${user}\x01auth=Bearer ${password}\x01\x01`)}`, ''],
  }[chosen] as [string, ...(string | ((challenge: string) => string))[]];
  let answer = await dialogue.ask(first);
  for (const line of more) {
    if (answer.code !== 334) break;
    answer = await dialogue.ask(typeof line === 'string' ? line : line(answer.text.slice(4)));
  }
  if (answer.code !== 235) throw new RelayTrouble(answer.text);
  return answer.text;
}

/** Returns the relay's words without the password, because some relays repeat it in one of the forms that they received. */
export function hideLogin(login: Relay['login'], words: string): string {
  if (!login || login.password === '') return words;
  const { user, password } = login;
  const secrets = [
    `\0${user}\0${password}`,
    `user=${user}\x01auth=Bearer ${password}\x01\x01`,
    password,
  ].flatMap(text => [base64(text), text]);
  return secrets.reduce((text, secret) => text.replaceAll(secret, '…'), words);
}

/** Answers the challenge of CRAM-MD5, which never sends the password itself (RFC 2195 §2). */
function answerChallenge(user: string, password: string, challenge: string): string {
  const digest = createHmac('md5', password).update(Buffer.from(challenge, 'base64')).digest('hex');
  return base64(`${user} ${digest}`);
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
