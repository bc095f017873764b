import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Automation, Operations } from '../../../src/client/schema.ts';
import type { Here } from '../accounts/newsletters.ts';
import { minute_ms } from '../platform/durations.ts';
import { requestOf, type Settings } from './settings.ts';

export type Simulation = Operations['post']['/v1/automations/preview']['answers'][200];
export type SimulatedEmail = Simulation['emails'][number];

const restMilliseconds = 350;
const days = 90;

/** Asks what the settings would have made of the last 90 days, when somebody pauses. */
export const simulationQuery = (here: Here, settings: Settings, automation: Automation | undefined) =>
  queryOptions({
    queryKey: ['newsletter', here.newsletter.id, 'simulation', automation?.id, settings],
    queryFn: async ({ signal }) => {
      await new Promise(resolve => setTimeout(resolve, restMilliseconds));
      signal.throwIfAborted();
      // Items in the feed at the start are distinguished from items that would have come later.
      return preview(here, { ...settings, skip_old_items: true }, automation, { since: days, signal });
    },
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: minute_ms,
    gcTime: 20_000,
  });

/** Asks what goes out when it starts and mails what is in the feed already. */
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

/** Asks what a feed fills in, for the editor of templates. */
export const variablesQuery = ({ newsletter, api }: Here) =>
  queryOptions({
    queryKey: ['newsletter', newsletter.id, 'feed variables'],
    queryFn: async () => (await api.get('/v1/automations/variables')).variables,
    staleTime: Number.POSITIVE_INFINITY,
  });
