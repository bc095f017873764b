import type { weekdays as english } from '../monthdays.ts';
import type { Translated } from '../translated.ts';

export const weekdays: Translated<typeof english> = {
  monday: 'lundi',
  tuesday: 'mardi',
  wednesday: 'mercredi',
  thursday: 'jeudi',
  friday: 'vendredi',
  saturday: 'samedi',
  sunday: 'dimanche',
};

/** "1er", "22", "dernier jour", "premier lundi". */
export function monthdayName(monthday: string): string {
  if (monthday === 'lastday') return 'dernier jour';
  if (monthday === 'firstday' || monthday === '1') return '1er';
  if (monthday in weekdays) return `premier ${weekdays[monthday as keyof typeof weekdays]}`;
  return monthday;
}
