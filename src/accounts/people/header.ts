import type { FastifyRequest } from 'fastify';
import type { HeaderSettings } from '../../platform/config/sign-on.ts';
import { isWithin, parseNetworks } from '../../platform/networks.ts';

/** The issuer of identities that a proxy names. A provider's issuer is an address. */
export const headerIssuer = 'header';

/** The person whom a proxy names in the headers of a request. Without the header of groups, nothing is known about theirs. */
export type Named = { subject: string; email_address: string; groups: string[] | undefined };

/**
 * Returns the person whom the proxy that sent the request names; undefined if the request comes from elsewhere, names nobody, or has the
 * header more than once. The address of the connection decides, because anybody can send X-Forwarded-For.
 */
export function readNamed(
  { user, email, groups, proxies }: HeaderSettings,
  request: FastifyRequest,
): Named | undefined {
  const from = request.raw.socket.remoteAddress;
  if (from === undefined || !isWithin(from, parseNetworks(proxies))) return undefined;
  const subject = readOnce(request, user);
  if (subject === undefined || subject === '' || subject.length > 500) return undefined;
  return {
    subject,
    email_address: email === undefined ? subject : (readOnce(request, email) ?? ''),
    groups: splitList(groups === undefined ? undefined : readOnce(request, groups)),
  };
}

/** Reads the value of the header, if there is only one. A second one may have been sent by the browser and passed on. */
function readOnce({ raw }: FastifyRequest, name: string): string | undefined {
  const values = raw.rawHeaders.filter((_, at, all) => at % 2 === 1 && all[at - 1]!.toLowerCase() === name);
  // Node reads headers as Latin-1; proxies write UTF-8.
  return values.length === 1 ? Buffer.from(values[0]!, 'latin1').toString('utf8').trim() : undefined;
}

function splitList(text: string | undefined): string[] | undefined {
  return text
    ?.split(/[,|]/)
    .map(part => part.trim())
    .filter(Boolean);
}
