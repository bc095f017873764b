import type { items as english } from '../../../../../src/platform/sentences/items.ts';
import type { Translated } from '../../translated.ts';

export const items: Translated<typeof english> = {
  older_than_before: 'Älter als die Beiträge, die der Feed vorher hatte.',
  below_before: 'Unter den Beiträgen, die der Feed vorher hatte.',
  dated_before: 'Vor den Beiträgen datiert, die der Feed vorher hatte.',
  same_as_earlier: 'Ein früherer Beitrag stimmt damit überein ({what}).',
  dated_long_before: 'Lange vor dem letzten Abruf des Feeds datiert.',
  digest_full: 'Die Sammelmail hatte mehr als {most} Beiträge, und dieser gehörte nicht zu den neuesten.',
  withdrawn: 'Er wurde aus dem Feed zurückgezogen, bevor seine E‑Mail entstand.',
  feed_left: 'Die Automation folgt seinem Feed nicht mehr.',
  mailed_after_backup: 'Er wurde vielleicht nach dem Backup gesendet, aus dem diese Datenbank stammt.',
  empty_body: 'Die Vorlage ergab für ihn einen leeren Text.',
  too_many_at_once: 'Der Feed veröffentlichte mehr als {most:Beitrag|Beiträge} auf einmal.',
  at_start: 'Er stand am Anfang schon im Feed.',
  while_inactive: 'Er kam, während die Automation ausgeschaltet war.',
  before_start: 'Der Feed hatte ihn, bevor diese Automation begann.',
  most_look_old: 'Die meisten neuen Beiträge sehen alt aus. {doubt:sentence}',
  old_post_of: 'Ein alter Beitrag von {feed}.',
  same_post_as: 'Derselbe Beitrag wie einer von {feed}, der nur einmal gesendet wird.',
  released: 'Er wurde von Hand freigegeben.',
  skipped: 'Er wurde von Hand übersprungen.',
};
