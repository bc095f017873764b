import { subscribersPart } from '../../audience/subscribers/bundle.ts';
import { emailsPart } from '../../emails/bundle.ts';
import { filesPart } from '../../emails/files/bundle.ts';
import { eventsPart } from '../../journal/bundle.ts';
import type { AnyPart } from '../../platform/bundle/part.ts';
import { ownLayout } from './csv.ts';

/** The collections that clients can export, each as one file in a zip. */
export const collectionNames = ['subscribers', 'emails', 'events', 'images'] as const;
export type CollectionName = (typeof collectionNames)[number];

/** The part behind each collection. Of the files, only images are exported. */
export const collectionParts: Record<CollectionName, AnyPart> = {
  subscribers: subscribersPart,
  emails: emailsPart,
  events: eventsPart,
  images: filesPart,
};

const without = ['mailed', 'audience', 'audience_bound', 'frozen_up_to', 'hash'];

/** Returns the columns of a collection. */
export function columnsOf(name: CollectionName): readonly string[] {
  return Object.keys(ownLayout(collectionParts[name], without));
}
