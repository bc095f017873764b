import { type Dialogue, RelayTrouble } from './dialogue.ts';
import type { Relay } from './relays.ts';

/**
 * Logs in (RFC 4954) with the mechanism that is asked for, else with PLAIN or LOGIN, whichever is offered first in that
 * order. Throws RelayTrouble with the relay's words.
 */
export async function logIn(
  dialogue: Dialogue,
  { user, password, mechanism }: NonNullable<Relay['login']>,
  offered: string[],
): Promise<void> {
  const chosen = mechanism ?? (offered.includes('PLAIN') || !offered.includes('LOGIN') ? 'plain' : 'login');
  if (!offered.includes(chosen.toUpperCase()))
    throw new RelayTrouble(
      `The relay offers no login by ${chosen.toUpperCase()}, only ${offered.join(', ').slice(0, 200) || 'none at all'}.`,
    );
  const [first, ...more] = {
    plain: [`AUTH PLAIN ${base64(`\0${user}\0${password}`)}`],
    login: ['AUTH LOGIN', base64(user), base64(password)],
    // What follows a refusal with details is an empty line, to hear the refusal itself.
    xoauth2: [`AUTH XOAUTH2 ${base64(`user=${user}\x01auth=Bearer ${password}\x01\x01`)}`, ''],
  }[chosen] as [string, ...string[]];
  let answer = await dialogue.ask(first);
  for (const line of more) if (answer.code === 334) answer = await dialogue.ask(line);
  if (answer.code !== 235) throw new RelayTrouble(answer.text);
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
