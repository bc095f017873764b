import { z } from 'zod';
import { emailTypes } from '../../emails/email.ts';
import { line, text } from '../../platform/http/fields.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { sequenceFilter } from './filters.ts';
import { spanSchema, timingSchema } from './timing.ts';
import { concernsEmail, concernsPerson } from './triggers.ts';

const tagWord = z.string().trim().min(1, sentence('input.tag_word')).max(100);
const object = z.record(z.string(), z.unknown(), sentence('input.json_object'));
const keyNames = z.union(
  [z.array(z.string()).min(1), object.transform(Object.keys)],
  sentence('input.list_of_keys'),
);

const tagWords = z
  .looseObject({
    tags: z.array(tagWord).nullish(),
    tag_ids: z.array(tagWord).nullish(),
    tag: tagWord.nullish(),
    tag_id: tagWord.nullish(),
  })
  .transform(({ tags, tag_ids, tag, tag_id }) => [
    ...(tags ?? []),
    ...(tag_ids ?? []),
    ...[tag, tag_id].flatMap(one => one ?? []),
  ])
  .refine(words => words.length > 0, { path: ['tags'], message: sentence('input.name_a_tag') });

const mail = z.looseObject({
  email_id: z
    .string()
    .nullish()
    .transform(id => id || null),
  subject: z
    .string()
    .nullish()
    .transform(words => words ?? ''),
  body: text(5_000_000)
    .nullish()
    .transform(words => words ?? ''),
});

/** The fields of `metadata` that each action uses. Other keys are kept and have no effect. */
export const actionMetadata = {
  add_tags: tagWords,
  remove_tags: tagWords,
  add_metadata: z
    .looseObject({ metadata: object.optional() })
    .transform(given => given.metadata ?? given)
    .refine(
      values => Object.keys(values).length > 0,
      sentence('input.say_values', { example: '{"metadata": {"plan": "trial"}}' }),
    ),
  remove_metadata: z
    .looseObject({ keys: keyNames.nullish(), metadata: keyNames.nullish() })
    .transform(({ keys, metadata }) => keys ?? metadata ?? [])
    .refine(names => names.length > 0, sentence('input.say_keys', { example: '{"keys": ["plan"]}' })),
  send_email: mail,
  send_notification: z.looseObject({
    subject: line(200)
      .nullish()
      .transform(words => words ?? ''),
    text: text(2000)
      .nullish()
      .transform(words => words ?? ''),
  }),
  send_post_request: z.looseObject({
    url: z.string().trim().min(1, sentence('input.hook_address')).max(2000),
    signing_key: z
      .string()
      .max(200)
      .nullish()
      .transform(key => key ?? ''),
  }),
  send_confirmation_reminder: z.looseObject({}),
  unsubscribe_subscriber: z.looseObject({}),
  create_export: z.looseObject({}),
  update_email_type: z.looseObject({
    email_type: z.enum(emailTypes, sentence('input.one_of', { values: emailTypes.join(', ') })),
  }),
  create_subscriber: z.looseObject({
    newsletter_id: z.string().min(1, sentence('input.other_newsletter')),
    tags: z
      .array(tagWord)
      .nullish()
      .transform(words => words ?? []),
  }),
} as const;

export type ActionType = keyof typeof actionMetadata;
export const actionTypes = Object.keys(actionMetadata) as ActionType[];

/** Reads the metadata of an action. Stored metadata has been read before, so this does not fail for it. */
export function readMetadata<Type extends ActionType>(
  type: Type,
  metadata: unknown,
): z.output<(typeof actionMetadata)[Type]> {
  return actionMetadata[type].parse(metadata) as z.output<(typeof actionMetadata)[Type]>;
}

/** Whether a run with this trigger can contain this action. */
export function suits(type: ActionType, trigger: string): boolean {
  switch (type) {
    case 'send_notification':
    case 'send_post_request':
    case 'create_export':
      return true;
    case 'update_email_type':
      return concernsEmail(trigger);
    default:
      return concernsPerson(trigger);
  }
}

const untilSchema = z.object({ filters: sequenceFilter, at_most: spanSchema });

/** An action as clients send it. Everything in it is returned unchanged. */
export const actionSchema = z.looseObject({
  type: z.string(),
  metadata: z.record(z.string(), z.unknown(), sentence('input.json_object')).nullish(),
  timing: timingSchema.nullish(),
  filters: sequenceFilter.nullish(),
  until: untilSchema.nullish(),
});

/** An action of a sequence, with the id by which edits recognise it. */
export type Step = {
  id: string;
  type: ActionType;
  /** The action as it was sent. */
  action: Record<string, unknown>;
  /** For an action that mails: the email that it names, or the one made from its subject and body. */
  email_id: string | null;
  /** For an action that adds or removes tags: their ids, which stay the same when the tags are renamed. */
  tag_ids?: string[];
};

const word = (values: readonly string[]) => z.unknown().meta({ type: 'string', enum: [...values] });

/** An action as the documentation describes it. Faults are found later, by readActions. */
export const anyAction = z.looseObject({
  type: z.string().meta({ enum: [...actionTypes] }),
  metadata: z.record(z.string(), z.unknown()).nullish(),
  timing: z
    .looseObject({
      time: word(['immediate', 'delay']),
      delay: z
        .looseObject({
          value: z.unknown().meta({ type: 'string' }),
          unit: word(['minutes', 'hours', 'days', 'weeks']),
          time_of_day: z
            .unknown()
            .meta({ type: ['string', 'null'], enum: ['morning', 'evening', '', null] })
            .optional(),
        })
        .nullish(),
    })
    .nullish()
    .describe('When it is done, counted from the trigger; null: at once'),
});
