import { queryOptions } from '@tanstack/react-query';
import type { Client } from '../../../src/client/client.ts';
import { must } from '../platform/api.ts';

const lookMilliseconds = 15_000;

/** The relays of the installation. What is wrong with them changes while they are tried. */
export const relaysQuery = (api: Client) =>
  queryOptions({
    queryKey: ['relays'],
    queryFn: async () => (await must(() => api.get('/v1/relays'))).results,
    refetchInterval: lookMilliseconds,
  });

/** What became of the mail of the last 30 days, by relay. */
export const figuresQuery = (api: Client) =>
  queryOptions({
    queryKey: ['relay_figures'],
    queryFn: () => must(() => api.get('/v1/relay_figures')),
  });

/** The topics of Amazon SES that report, or ask to. */
export const topicsQuery = (api: Client) =>
  queryOptions({
    queryKey: ['report_topics'],
    queryFn: async () => (await must(() => api.get('/v1/report_topics'))).results,
    refetchInterval: lookMilliseconds,
  });
