import type { Caller } from '../accounts/caller.ts';
import { findCaller } from '../accounts/keys.ts';
import { listPlaces } from '../accounts/people/queries.ts';
import { openSessions, type SessionContext } from '../accounts/people/sessions.ts';
import { demand, reaches, seesMail } from '../accounts/permissions.ts';
import { DomainError } from '../platform/errors.ts';
import { type Door, inboxToken } from '../platform/inbox/door.ts';
import type { Secret } from '../platform/secrets/signed-tokens.ts';

/**
 * Decides whose mail a caller sees in the inbox: a key its newsletter's, a person that of their newsletters, and either of them all mail
 * with access to the installation.
 */
export function doorOf(context: SessionContext & { secret: Secret }): Door {
  const { db, base_url, secret } = context;
  const sessions = openSessions(context);
  const sightOf = (callers: Caller[]) =>
    callers.some(({ permissions }) => reaches(permissions, 'installation', 'read'))
      ? { owners: undefined }
      : { owners: callers.map(({ newsletter }) => newsletter.id) };
  return {
    token: inboxToken(secret),
    secure: base_url.startsWith('https:'),
    async readKey({ headers }, level) {
      const caller = await findCaller(db, headers.authorization);
      demand(caller.permissions, 'emails', level);
      demand(caller.permissions, 'subscribers', 'read');
      return sightOf([caller]);
    },
    async readPerson(request, reply, level) {
      const signed_in = await sessions.find(request, reply).catch(error => {
        if (error instanceof DomainError && error.code === 'authentication_invalid') return undefined;
        throw error;
      });
      if (!signed_in) return undefined;
      const { person_key, installation } = signed_in;
      const places = await listPlaces(db, { key: person_key, installation });
      const callers = await Promise.all(places.map(({ id }) => sessions.enter(signed_in, id, {})));
      const may = ({ permissions }: Caller) => seesMail(permissions) && reaches(permissions, 'emails', level);
      return callers.some(may) ? sightOf(callers.filter(may)) : undefined;
    },
  };
}
