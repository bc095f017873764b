import type { Operations } from '../../../src/client/schema.ts';
import { ApiFailure } from '../platform/failure.ts';
import { words } from '../words.ts';
import { askSession, type Session } from './session.ts';

/** True if this browser supports passkeys, which need TLS or localhost. */
export const hasPasskeys: boolean =
  typeof PublicKeyCredential !== 'undefined' && 'parseRequestOptionsFromJSON' in PublicKeyCredential;

/** Signs in with a passkey that the person chooses. Throws ApiFailure, even if they choose none. */
export async function signInByPasskey(): Promise<Session> {
  const { options } = await askSession<{ options: PublicKeyCredentialRequestOptionsJSON }>(
    'POST',
    '/passkey/options',
    {},
  );
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const credential = await navigator.credentials.get({ publicKey }).catch(explain);
  return askSession('POST', '/passkey', { response: (credential as PublicKeyCredential).toJSON() });
}

type PasskeyResponse = Operations['post']['/v1/me/passkeys']['body']['response'];

/** Creates a passkey with the service's options. Throws ApiFailure if the person cancels. */
export async function makePasskey(options: unknown): Promise<PasskeyResponse> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as PublicKeyCredentialCreationOptionsJSON,
  );
  const credential = await navigator.credentials.create({ publicKey }).catch(explain);
  const { id, rawId, response } = (credential as PublicKeyCredential).toJSON() as RegistrationResponseJSON;
  return { id, rawId, type: 'public-key', response };
}

function explain(): never {
  throw new ApiFailure(400, { code: 'passkey_invalid', detail: words.sign_in.no_passkey });
}
