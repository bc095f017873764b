import { identityExample } from '../../accounts/people/examples.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { nobody } from './accounts.ts';
import { answers, asSession, inTurn, opens, press, type Screen, signedOut } from './acts.ts';

const provider = 'Low Water';
const away = sentence('people.sign_on_away', { name: provider, reason: sentence('network.timed_out') });

/** Returns the screens of signing in with an outside account. */
export function signOnScreens(): Record<string, Screen> {
  return {
    'signing in with a provider': {
      ready: inTurn(signedOut, asSession({ ...nobody, provider }), opens('Sign in')),
    },
    'signing in only with a provider': {
      ready: inTurn(signedOut, asSession({ ...nobody, provider, only_provider: true }), opens('Sign in')),
    },
    'a provider that is away': {
      ready: inTurn(
        signedOut,
        asSession({ ...nobody, provider }),
        page =>
          page.route('**/dashboard/session/sign-on', route =>
            route.fulfill({ status: 503, json: { code: 'sign_on_away', detail: away } }),
          ),
        press('Sign in with Low Water'),
        page => page.getByRole('alert').waitFor(),
      ),
    },
    'back from a provider that nobody began with': {
      path: 'sign-in?code=x&state=y',
      ready: page => page.getByRole('alert').waitFor(),
    },
    'accounts elsewhere': {
      ready: inTurn(
        answers('**/v1/me/identities', { results: [identityExample] }),
        asSession({ provider }, 'account'),
        page => page.getByRole('button', { name: 'Disconnect' }).waitFor(),
      ),
    },
  };
}
