import type { weekdays as english, monthdayName as englishName } from '../monthdays.ts';
import type { Translated } from '../translated.ts';

export const weekdays: Translated<typeof english> = {
  monday: 'lunes',
  tuesday: 'martes',
  wednesday: 'miércoles',
  thursday: 'jueves',
  friday: 'viernes',
  saturday: 'sábado',
  sunday: 'domingo',
};

export const monthdayName: Translated<typeof englishName> = monthday => {
  if (monthday === 'lastday') return 'último día';
  if (monthday === 'firstday') return 'día 1';
  if (monthday in weekdays) return `primer ${weekdays[monthday as keyof typeof weekdays]}`;
  return `día ${Number(monthday)}`;
};
