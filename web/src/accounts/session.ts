import { queryOptions, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { queryClient } from '../platform/api.ts';
import { minute_ms } from '../platform/durations.ts';
import { ApiFailure } from '../platform/failure.ts';
import { putIntoOurWords } from '../platform/in-our-words.ts';
import { root } from '../platform/root.ts';
import { goOn } from '../platform/session.ts';
import { ownZone } from '../platform/time.ts';
import { isFormal, language } from '../words/page.ts';
import { words } from '../words.ts';

export const roles = ['owner', 'editor', 'writer', 'viewer'] as const;
export type Role = (typeof roles)[number];
type Level = 'none' | 'read' | 'write';
export type Place = {
  id: string;
  username: string;
  name: string;
  role: Role;
  permissions: Record<string, Level>;
};
type Person = { id: string; name: string; email_address: string; language: string; installation: boolean };

/** The person who is signed in in this browser, and the steps they still have to take. */
export type Session = {
  state: 'signed_out' | 'code_due' | 'signed_in';
  person: Person | null;
  newsletters: Place[];
  credential_due: boolean;
  setup_due: boolean;
  proof_due: boolean;
  sees_inbox: boolean;
  on_hold: boolean;
  witness_away: boolean;
  /** The name of the provider of single sign-on. */
  provider: string | null;
  /** True if only the provider can sign people in. */
  only_provider: boolean;
  /** True if the proxy names the person. */
  named: boolean;
};

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async () => {
    const session = await askSession<Session>('GET', '');
    if (!queryClient.getQueryData<Session>(['session'])) speakTo(session.person); // an open page may have unsaved text
    return session;
  },
  staleTime: minute_ms,
});

/** Sends a request to sign in or out, which affects only this browser. Throws ApiFailure. */
export async function askSession<Answer>(method: string, path: string, body?: object): Promise<Answer> {
  const response = await fetch(`${root}/dashboard/session${path}`, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  }).catch(() => {
    throw new ApiFailure(0, { code: 'no_answer', detail: words.failures.offline_detail });
  });
  const answer: unknown = await response.json().catch(() => undefined);
  if (!response.ok) {
    await putIntoOurWords(answer, ownZone);
    throw new ApiFailure(response.status, answer ?? {});
  }
  return answer as Answer;
}

/**
 * Continues the page where it waited, after a sign-in with this response. A different person gets a fresh page. Returns false while a code
 * is still required.
 */
export function enter(session: Session): boolean {
  if (session.state !== 'signed_in') return false;
  const before = queryClient.getQueryData(sessionQuery.queryKey)?.person;
  if (before && before.id !== session.person?.id) {
    location.assign(`${root}/dashboard`);
    return true;
  }
  queryClient.setQueryData(sessionQuery.queryKey, session);
  if (!before) speakTo(session.person);
  goOn();
  return true;
}

/** Reloads the page if the person has chosen another language. The service has just told the browser to ask for it. */
function speakTo(person: Person | null): void {
  const wanted = person?.language;
  const spoken = isFormal ? `${language}-formal` : language;
  if (!wanted || wanted === spoken || sessionStorage.getItem('language') === wanted) return;
  sessionStorage.setItem('language', wanted); // otherwise a service without this language would make the page reload forever
  location.reload();
}

/** Returns the person's role and permissions in the page's newsletter; undefined until known. */
export function usePlace(): Place | undefined {
  const { data } = useQuery(sessionQuery);
  const { newsletter } = useParams({ strict: false });
  return data?.newsletters.find(({ username }) => username === newsletter);
}

/** Returns true if the signed-in person has this permission in the page's newsletter. */
export function usePermission(area: string, needed: 'read' | 'write'): boolean {
  const level = usePlace()?.permissions[area];
  return level === 'write' || level === needed;
}

/** Ends this browser's session and clears everything that the page has loaded. */
export async function signOut(): Promise<void> {
  await askSession('DELETE', '');
  location.assign(`${root}/dashboard`);
}
