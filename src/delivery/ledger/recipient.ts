import { z } from 'zod';
import { deliveryExample } from '../../emails/examples.ts';
import { timestamp } from '../../platform/http/fields.ts';
import {
  choiceParameter,
  listParameter,
  orderingParameter,
  pageParameters,
  textParameter,
} from '../../platform/http/query.ts';
import { sentenceSchema } from '../../platform/sentences/schema.ts';
import { statuses } from './counts.ts';

export const deliverySchema = z
  .object({
    subscriber_id: z.string().nullable().describe('Null for deleted subscribers'),
    email_address: z.string().nullable().describe('The current address; null for deleted subscribers'),
    status: z.enum(statuses),
    attempts: z.int().describe('How many attempts were made to hand it over'),
    reply: z.string().describe('Last reply of the mail server, or why it was not contacted'),
    reply_sentence: sentenceSchema,
    relay: z
      .string()
      .nullable()
      .describe('The relay that was asked last; null if none was, or if the copy is older'),
    status_date: timestamp.nullable().describe('When it got this status; null while planned'),
    retry_date: timestamp.nullable().describe('When a temporary failure is retried; null if it is not'),
    open_date: timestamp.nullable(),
    click_date: timestamp.nullable(),
    unsubscription_date: timestamp.nullable(),
    complaint_date: timestamp.nullable(),
  })
  .meta({ id: 'Delivery', examples: [deliveryExample] });
export type Delivery = z.output<typeof deliverySchema>;

export const deliveryConditions = z.object({
  status: listParameter.describe(statuses.join(', ')),
  subscriber: textParameter.describe('The id or the address of one subscriber'),
  search: textParameter.describe('Part of the address'),
  domain: textParameter.describe('Domain of the address'),
  opened: choiceParameter,
  clicked: choiceParameter,
  unsubscribed: choiceParameter,
  complained: choiceParameter,
  resendable: choiceParameter.describe('Whether resending the email could reach them'),
});
export type DeliveryConditions = z.output<typeof deliveryConditions>;

/** The columns by which the recipients of an email can be sorted. */
export const deliveryOrders = [
  'email_address',
  'status_date',
  'open_date',
  'click_date',
  'attempts',
] as const;

export const deliveryFilters = deliveryConditions.extend({
  ...pageParameters,
  ordering: orderingParameter.describe(
    `${deliveryOrders.join(', ')}, each also with a leading -; by default the order of sending`,
  ),
  cursor: textParameter.describe('Where the page begins; take it from `next`'),
});
