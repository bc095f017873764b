import type { Caller } from '../../accounts/caller.ts';
import { refuseBounded } from '../../accounts/content.ts';
import { type Area, demand } from '../../accounts/permissions.ts';
import type { Database } from '../../platform/database/connect.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { ownersAccess } from '../parts.ts';
import { formatOf } from './formats.ts';

/** Throws `forbidden` or `newsletter_not_empty` unless the caller can import a bundle. */
export async function allowBundle(db: Database, { permissions, newsletter, bounds }: Caller): Promise<void> {
  for (const [area, level] of Object.entries(ownersAccess)) demand(permissions, area as Area, level);
  refuseBounded({ bounds }, sentence('people.why_bundle'));
  await formatOf('postrider').allow(db, newsletter);
}
