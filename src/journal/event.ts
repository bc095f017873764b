import { z } from 'zod';
import { timestamp } from '../platform/http/fields.ts';

export const eventSchema = z
  .object({
    id: z.string(),
    event_type: z.string().describe('delivered, opened, clicked, … ; subscriber.created, email.sent, …'),
    creation_date: timestamp.describe('When it happened'),
    subscriber_id: z.string().nullable(),
    email_id: z.string().nullable(),
    automation_id: z.string().nullable(),
    metadata: z.record(z.string(), z.unknown()).describe('Further details'),
  })
  .meta({ id: 'Event' });
export type Event = z.output<typeof eventSchema>;
