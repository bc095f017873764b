import { createPrivateKey } from 'node:crypto';
import { z } from 'zod';
import { domainError } from '../../platform/errors.ts';
import { parseJson } from '../../platform/parse-json.ts';
import { sentence } from '../../platform/sentences/sentence.ts';

const keyFile = z.object({
  type: z.literal('service_account'),
  client_email: z.email().max(320),
  private_key: z.string().max(10_000),
});
export type ServiceKey = Pick<z.output<typeof keyFile>, 'client_email' | 'private_key'>;

/** The key of a service account: the file that Google offers for download, as text or as an object. */
export const keyInput = z.union(
  [z.string().max(20_000), z.record(z.string(), z.unknown())],
  sentence('delivery.google_key'),
);

/** Reads the file. Throws `request_invalid` if it is not the key of a service account. */
export function readKey(given: z.output<typeof keyInput>): ServiceKey {
  const { data } = keyFile.safeParse(typeof given === 'string' ? parseJson(given) : given);
  if (!data || !isRsa(data.private_key)) throw domainError('request_invalid', 'delivery.google_key');
  return { client_email: data.client_email, private_key: data.private_key };
}

function isRsa(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}
