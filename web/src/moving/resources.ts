import { usePlace } from '../accounts/session.ts';

/** Everything that can be saved as CSV, with the permissions that it needs. */
const areas = {
  subscribers: ['subscribers'],
  tags: ['subscribers'],
  segments: ['subscribers'],
  consents: ['subscribers'],
  emails: ['emails'],
  snippets: ['emails'],
  deliveries: ['emails', 'subscribers'],
  hits: ['emails', 'subscribers'],
} as const;
export type Resource = keyof typeof areas;

/** Returns what the signed-in person may save. */
export function useResources(): Resource[] {
  const permissions = usePlace()?.permissions ?? {};
  const reads = (area: string) => permissions[area] === 'read' || permissions[area] === 'write';
  return (Object.keys(areas) as Resource[]).filter(name => areas[name].every(reads));
}
