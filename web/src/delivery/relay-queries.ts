import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../platform/api.ts';

const lookMilliseconds = 15_000;

/** The relays of the installation. Their troubles change while mail is sent. */
export const relaysQuery = (api: Api) =>
  queryOptions({
    queryKey: ['relays'],
    queryFn: async () => (await api.get('/v1/relays')).results,
    refetchInterval: lookMilliseconds,
  });

/** The outcomes of the mail of the last 30 days, by relay. */
export const figuresQuery = (api: Api) =>
  queryOptions({
    queryKey: ['relay_figures'],
    queryFn: () => api.get('/v1/relay_figures'),
  });

/** The topics of Amazon SES that report, or ask to. */
export const topicsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['report_topics'],
    queryFn: async () => (await api.get('/v1/report_topics')).results,
    refetchInterval: lookMilliseconds,
  });
