import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Automation, Operations } from '../../../src/client/schema.ts';
import type { Here } from '../accounts/newsletters.ts';
import { minute_ms } from '../platform/durations.ts';
import { requestOf, type Settings } from './settings.ts';

export type Simulation = Operations['post']['/v1/automations/preview']['answers'][200];
export type SimulatedEmail = Simulation['emails'][number];

const restMilliseconds = 350;
const days = 90;

/** Queries what the settings would have made of the last 90 days, as soon as somebody stops typing. */
export const simulationQuery = (here: Here, settings: Settings, automation: Automation | undefined) =>
  queryOptions({
    queryKey: ['newsletter', here.newsletter.id, 'simulation', automation?.id, settings],
    queryFn: async ({ signal }) => {
      await new Promise(resolve => setTimeout(resolve, restMilliseconds));
      signal.throwIfAborted();
      // This distinguishes items that were in the feed at the start from later ones.
      return preview(here, { ...settings, skip_old_items: true }, automation, { since: days, signal });
    },
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: minute_ms,
    gcTime: 20_000,
  });

/** Queries what goes out at the start if it mails what is already in the feed. */
export const startQuery = (here: Here, settings: Settings) =>
  queryOptions({
    queryKey: ['newsletter', here.newsletter.id, 'start', settings],
    queryFn: async ({ signal }) => {
      await new Promise(resolve => setTimeout(resolve, restMilliseconds));
      signal.throwIfAborted();
      return preview(here, settings, undefined, { signal });
    },
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: minute_ms,
    gcTime: 20_000,
  });

function preview(
  { api }: Here,
  settings: Settings,
  automation: Automation | undefined,
  { since, signal }: { since?: number; signal: AbortSignal },
) {
  const body = {
    ...requestOf(settings),
    ...(since !== undefined && { since }),
    ...(automation && { automation_id: automation.id }),
    max_age: 600,
  };
  return api.post('/v1/automations/preview', { body, signal });
}

/** Queries what a feed fills in, for the template editor. */
export const variablesQuery = ({ newsletter, api }: Here) =>
  queryOptions({
    queryKey: ['newsletter', newsletter.id, 'feed variables'],
    queryFn: async () => (await api.get('/v1/automations/variables')).variables,
    staleTime: Number.POSITIVE_INFINITY,
  });
