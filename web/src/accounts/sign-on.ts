import { useQuery } from '@tanstack/react-query';
import { root } from '../platform/root.ts';
import { askSession, enter, type Session } from './session.ts';
import { isWithin } from './way-back.ts';

export type Intent = 'sign_in' | 'prove' | 'connect';

/** Says where the browser goes after the provider: back to an address of the dashboard, or nowhere if the provider has its own tab. */
type Trip = { back: string; isTab: boolean };

const place = 'sign-on';

/** Goes to the provider and remembers this address for the way back. Throws ApiFailure if the provider cannot be reached. */
export async function goToProvider(intent: Intent, isTab = false): Promise<void> {
  const { url } = await askSession<{ url: string }>('POST', '/sign-on', { intent });
  const back = location.pathname + location.search + location.hash;
  sessionStorage.setItem(place, JSON.stringify({ back, isTab } satisfies Trip));
  location.assign(url);
}

/** Goes to the provider in a new tab, so that this page stays as it is. */
export function openProvider(intent: Intent): void {
  open(`${root}/dashboard/sign-in#${intent}`);
}

/** Tells the service which parameters the provider sent the browser back with. */
export function finishSignOn(search: string): Promise<Session> {
  return askSession<Session>('POST', '/sign-on/finish', { search });
}

/** Returns the trip that ends here, and forgets it. It never leads outside the dashboard. */
export function takeTrip(): Trip {
  const home = `${root}/dashboard`;
  const kept = sessionStorage.getItem(place);
  sessionStorage.removeItem(place);
  const { back, isTab } = readTrip(kept);
  return { back: isWithin(home, back, location.origin) ? back : home, isTab };
}

function readTrip(kept: string | null): Trip {
  try {
    const { back, isTab } = JSON.parse(kept ?? '{}') as Partial<Trip>;
    return { back: typeof back === 'string' ? back : '', isTab: isTab === true };
  } catch {
    return { back: '', isTab: false };
  }
}

/** Signs in without asking if the proxy names the person. */
export function useNamed(session: Session | undefined) {
  return useQuery({
    queryKey: ['session', 'named'],
    queryFn: async () => {
      const named = await askSession<Session>('POST', '/header');
      enter(named);
      return named;
    },
    enabled: session?.named === true && session.state === 'signed_out',
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
}
