import { readId, type Secret, signId } from '../platform/secrets/signed-tokens.ts';
import { readersAddress, type Site } from './site.ts';

/** Returns the address of a reader's own feed. Anybody who has the address can read the feed, until it is replaced or switched off. */
export function privateFeedAddress(
  base_url: string,
  secret: Secret,
  newsletter: Pick<Site, 'served_domain'>,
  id: string,
): string {
  return `${readersAddress(base_url, newsletter)}/feed/${signId(secret, 'feed', id)}.xml`;
}

/** Returns the id of the feed that the last part of such an address names; null for anything else. */
export function readPrivateFeedId(secret: Secret, name: string): string | null {
  return name.endsWith('.xml') ? readId(secret, 'feed', name.slice(0, -4)) : null;
}
