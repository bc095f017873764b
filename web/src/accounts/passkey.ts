import { ApiFailure } from '../platform/failure.ts';
import { words } from '../words.ts';
import { askSession, type Session } from './session.ts';

/** Whether this browser has passkeys, which need TLS or this machine. */
export const hasPasskeys: boolean =
  typeof PublicKeyCredential !== 'undefined' && 'parseRequestOptionsFromJSON' in PublicKeyCredential;

/** Signs in with a passkey that the person chooses. Throws ApiFailure, also when they choose none. */
export async function signInByPasskey(): Promise<Session> {
  const options = await askSession<PublicKeyCredentialRequestOptionsJSON>('POST', '/passkey/options');
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const credential = await navigator.credentials.get({ publicKey }).catch(explain);
  return askSession('POST', '/passkey', { response: (credential as PublicKeyCredential).toJSON() });
}

function explain(): never {
  throw new ApiFailure(400, { code: 'passkey_invalid', detail: words.sign_in.no_passkey });
}
