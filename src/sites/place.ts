/** A host name that belongs to a newsletter, and what it shows. */
export type Place = {
  host: string;
  username: string;
  /** The domain where readers find the newsletter now. If empty, they find it at the installation's own address. */
  served_domain: string;
  /**
   * served: the host shows the newsletter's pages. former: it redirects to them. claimed: the newsletter has asked for it, which means
   * nothing yet.
   */
  is: 'served' | 'former' | 'claimed';
  /** Whether DNS was found to lead here. */
  is_pointed: boolean;
};

/** The host names, and the newsletters with a domain of their own, that this process knows without asking the database. */
export type Known = {
  at(host: string): Place | undefined;
  /** The domain of a newsletter, if it shows the newsletter's pages. */
  domainOf(username: string): string | undefined;
};

export function knowPlaces(places: Place[]): Known {
  const ranks = ['claimed', 'former', 'served'];
  const ordered = places.toSorted((one, other) => ranks.indexOf(one.is) - ranks.indexOf(other.is));
  const hosts = new Map(ordered.map(place => [place.host, place]));
  const domains = new Map(
    places
      .filter(({ is }) => is === 'served')
      .map(({ username, served_domain }) => [username, served_domain]),
  );
  return { at: host => hosts.get(host), domainOf: username => domains.get(username) };
}

/** Returns the domain of a newsletter that a request was sent to, by its header Host; undefined for the installation's own address. */
export function placeAt(known: Known, host: string | undefined): Place | undefined {
  const place = known.at(hostNameOf(host));
  // Otherwise any newsletter could take a name away from the installation, just by claiming it.
  return place?.is === 'claimed' ? undefined : place;
}

/** Returns the name in a header Host, without its port, in lower case. */
export function hostNameOf(header: string | undefined): string {
  return (header ?? '').toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');
}
