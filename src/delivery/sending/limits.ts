/** Limits by receiving domain, in lower case; `*` applies to every other domain separately. */
export type DomainLimits = ReadonlyMap<string, number>;

/** Returns the limit of the domain; Infinity if there is none. */
export function limitOf(limits: DomainLimits, domain: string): number {
  return limits.get(domain) ?? limits.get('*') ?? Number.POSITIVE_INFINITY;
}
