import { createExample } from './examples.ts';

const id = '019a2c60-11d4-7be0-8f3c-5d0a7c2e9b42';

export const sequenceExample = {
  kind: 'event' as const,
  id,
  creation_date: '2026-11-18T08:00:00.000Z',
  modification_date: '2026-11-18T08:00:00.000Z',
  status: 'active' as const,
  status_reason: '',
  trigger_date: null,
  ...createExample,
  steps: createExample.actions.map(({ type }, at) => ({
    id: `019a2c60-11d4-7be0-8f3c-5d0a7c2e9c0${at}`,
    type,
    email_id: type === 'send_email' ? `019a2c60-11d4-7be0-8f3c-5d0a7c2e9d0${at}` : null,
  })),
  exit_filters: null,
  entry: 'once' as const,
  when_inactive: 'hold' as const,
  late_hours: 24,
  edition: 1,
  active_since: '2026-11-18T08:05:00.000Z',
  approval: 'none' as const,
  counts: { entered: 412, waiting: 38, held: 3, late: 3, done: 360, left: 11, failed: 0 },
  refused: [{ reason: 'been_before', count: 7 }],
};

export const runExample = {
  id: '019a2c60-11d4-7be0-8f3c-5d0a7c2e9e01',
  automation_id: id,
  subscriber_id: '019a2c60-11d4-7be0-8f3c-5d0a7c2e9f01',
  edition: 1,
  passage: 1,
  status: 'waiting' as const,
  reason: '',
  entered_date: '2026-11-20T09:00:00.000Z',
  step: '019a2c60-11d4-7be0-8f3c-5d0a7c2e9c01',
  due_date: '2026-11-23T08:00:00.000Z',
  completed_date: null,
  steps: [
    {
      id: '019a2c60-11d4-7be0-8f3c-5d0a7c2e9c00',
      type: 'send_email',
      result: 'done' as const,
      reason: '',
      date: '2026-11-20T09:00:01.000Z',
      email_id: '019a2c60-11d4-7be0-8f3c-5d0a7c2e9d00',
    },
  ],
};
