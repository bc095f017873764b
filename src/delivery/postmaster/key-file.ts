import { createPrivateKey } from 'node:crypto';
import { z } from 'zod';
import { sentence } from '../../platform/sentences/sentence.ts';

const keyFile = z.object({
  type: z.literal('service_account'),
  client_email: z.email().max(320),
  private_key: z.string().max(10_000),
});

/** The key of a service account: what the file says that Google offers for download, as a text or as an object. */
export const keyInput = z
  .union([z.string().max(20_000).transform(parse), z.looseObject({})], sentence('delivery.google_key'))
  .transform((given, context) => {
    const read = keyFile.safeParse(given);
    if (read.success && isRsa(read.data.private_key)) {
      const { client_email, private_key } = read.data;
      return { client_email, private_key };
    }
    context.addIssue({ code: 'custom', message: sentence('delivery.google_key') });
    return z.NEVER;
  });
export type ServiceKey = z.output<typeof keyInput>;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRsa(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}
