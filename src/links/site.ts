/** The values that decide where a newsletter's readers find it. */
export type Site = {
  username: string;
  /** The domain that shows its pages, as the last check found. If empty, the installation's own address shows them. */
  served_domain: string;
};

/**
 * Returns the beginning of every address that readers of the newsletter use, without a slash at its end. A domain is reached in the same
 * way as the service: by the same protocol and port, but without its path.
 */
export function readersAddress(base_url: string, { served_domain }: Pick<Site, 'served_domain'>): string {
  return served_domain ? originOf(base_url, served_domain) : base_url;
}

/** Returns the home page of the newsletter, without a slash at its end; the addresses of its other pages begin with it. */
export function homeAddress(base_url: string, { username, served_domain }: Site): string {
  return served_domain ? originOf(base_url, served_domain) : `${base_url}/${username}`;
}

/** Returns the origin of a domain that shows pages of the installation at `base_url`. */
export function originOf(base_url: string, domain: string): string {
  const { protocol, port } = new URL(base_url);
  return `${protocol}//${domain}${port && `:${port}`}`;
}
