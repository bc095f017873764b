import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../platform/api.ts';
import { minute_ms } from '../platform/durations.ts';

const lookMilliseconds = 15_000;
const progressMilliseconds = 1000;

/** The versions, processes, queues, database, files and disks. */
export const systemQuery = (api: Api) =>
  queryOptions({
    queryKey: ['system'],
    queryFn: () => api.get('/v1/system'),
    refetchInterval: lookMilliseconds,
  });

export const tablesQuery = (api: Api) =>
  queryOptions({
    queryKey: ['system', 'tables'],
    queryFn: async () => (await api.get('/v1/system/tables')).results,
    staleTime: minute_ms,
  });

export const backupsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['system', 'backups'],
    queryFn: () => api.get('/v1/backups', { query: { page_size: 1 } }),
  });

export const sendingQuery = (api: Api) =>
  queryOptions({
    queryKey: ['system', 'hold'],
    queryFn: () => api.get('/v1/hold'),
    refetchInterval: lookMilliseconds,
  });

/** The last check of the ledger, fetched repeatedly while it runs. */
export const ledgerQuery = (api: Api) =>
  queryOptions({
    queryKey: ['system', 'ledger'],
    queryFn: () => api.get('/v1/system/ledger_check'),
    refetchInterval: ({ state }) => (state.data?.status === 'in_progress' ? progressMilliseconds : false),
  });
