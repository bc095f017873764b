import type { weekdays as english } from '../monthdays.ts';
import type { Translated } from '../translated.ts';

export const weekdays: Translated<typeof english> = {
  monday: 'Montag',
  tuesday: 'Dienstag',
  wednesday: 'Mittwoch',
  thursday: 'Donnerstag',
  friday: 'Freitag',
  saturday: 'Samstag',
  sunday: 'Sonntag',
};

/** "1.", "letzten Tag", "ersten Montag": each stands after "am". */
export function monthdayName(monthday: string): string {
  if (monthday === 'lastday') return 'letzten Tag';
  if (monthday === 'firstday') return '1.';
  if (monthday in weekdays) return `ersten ${weekdays[monthday as keyof typeof weekdays]}`;
  return `${Number(monthday)}.`;
}
