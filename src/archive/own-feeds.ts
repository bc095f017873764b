/** Whether an address is the feed of a newsletter of the installation at `base_url`, which everybody may read. */
export function ownFeeds(base_url: string): (url: URL) => boolean {
  const base = new URL(`${base_url}/`).href;
  return ({ origin, pathname }) => {
    const address = origin + pathname;
    return address.startsWith(base) && /^[^/]+\/(rss|feed\.json)$/.test(address.slice(base.length));
  };
}
