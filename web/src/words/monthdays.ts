// Days of weeks and months.

export const weekdays = {
  monday: 'Monday',
  tuesday: 'Tuesday',
  wednesday: 'Wednesday',
  thursday: 'Thursday',
  friday: 'Friday',
  saturday: 'Saturday',
  sunday: 'Sunday',
} as const;

/** Returns "1st", "22nd" or "13th". */
function ordinal(day: number): string {
  const ending = Math.floor(day / 10) === 1 ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th');
  return `${day}${ending}`;
}

export function monthdayName(monthday: string): string {
  if (monthday === 'lastday') return 'last day';
  if (monthday === 'firstday') return '1st';
  if (monthday in weekdays) return `first ${weekdays[monthday as keyof typeof weekdays]}`;
  return ordinal(Number(monthday));
}
