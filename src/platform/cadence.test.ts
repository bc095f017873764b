import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Cadence, lastRun, nextRun, nextRuns, readCadence } from './cadence.ts';
import { type Dice, openDice } from './dice.ts';
import { DomainError } from './errors.ts';

const minuteLong = 60_000;
const dayLong = 24 * 60 * minuteLong;
const weekLong = 7 * dayLong;
const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const zones = Intl.supportedValuesOf('timeZone');
const since = Date.UTC(2026, 0, 1);
const until = Date.UTC(2031, 0, 1);

type Wish = { weekday: string; time: string } | { monthday: string; time: string };

test('a digest is due once a week or month at its local time, in every zone for five years', () => {
  const chance = openDice(11);
  for (const zone of zones) {
    for (const wish of [...anyWishes(chance), ...wishesAtChanges(zone, chance)]) {
      const wanted = momentsOf(wish, zone, since, until);
      const runs = nextRuns(cadenceOf(wish), zone, new Date(since - 1), wanted.length).map(Number);
      const what = `${zone} ${JSON.stringify(wish)}`;
      assert.deepEqual(runs, wanted, what);
      const periods = runs.map(run => periodOf(wish, wallAt(run, zone)));
      assert.deepEqual(
        periods,
        periods.map((_, i) => periods[0]! + i),
        what,
      );
    }
  }
});

test('from any moment, the next run is the first after it and the last run the latest up to it', () => {
  const chance = openDice(12);
  for (const zone of zones) {
    for (const wish of [...anyWishes(chance), ...wishesAtChanges(zone, chance)].slice(0, 4)) {
      const cadence = cadenceOf(wish);
      const wanted = momentsOf(wish, zone, since, until);
      const run = wanted[2 + chance.below(wanted.length - 4)]!;
      const change = chance.pick([...changesOf(zone), run]);
      const near = [run - 1, run, run + 1, change - 1, change, change + chance.below(dayLong)];
      for (const moment of near.filter(time => time >= wanted[0]! && time < wanted.at(-1)!)) {
        const what = `${zone} ${JSON.stringify(wish)} ${new Date(moment).toISOString()}`;
        const next = nextRun(cadence, zone, new Date(moment))!;
        const last = lastRun(cadence, zone, new Date(moment))!;
        assert.equal(
          Number(next),
          wanted.find(time => time > moment),
          what,
        );
        assert.equal(
          Number(last),
          wanted.findLast(time => time <= moment),
          what,
        );
        assert.deepEqual(nextRun(cadence, zone, new Date(Number(last) - 1)), last, what);
        assert.deepEqual(lastRun(cadence, zone, next), next, what);
      }
    }
  }
});

test('a clock change neither skips nor repeats a digest', () => {
  const table = [
    // The time 02:30 is skipped in spring, and occurs twice in autumn.
    'Europe/Berlin        weekly  sunday   2:30  2026-03-23  2026-03-29T01:30  2026-04-05T00:30',
    'Europe/Berlin        weekly  sunday   2:30  2026-10-20  2026-10-25T00:30  2026-11-01T01:30',
    'America/New_York     monthly sunday   1:30  2026-10-20  2026-11-01T05:30  2026-12-06T06:30',
    'Europe/Berlin        daily   -        2:30  2026-03-28T02:00  2026-03-29T01:30  2026-03-30T00:30',
    'Europe/Berlin        daily   -        2:30  2026-10-24T01:00  2026-10-25T00:30  2026-10-26T01:30',
    // The clocks change by half an hour.
    'Australia/Lord_Howe  weekly  sunday   2:15  2026-10-01  2026-10-03T15:45  2026-10-10T15:15',
    // Midnight is skipped.
    'America/Havana       weekly  sunday   0     2026-03-03  2026-03-08T05:00  2026-03-15T04:00',
    // 1 November began twice: a minute after midnight the clocks showed 31 October again.
    'America/St_Johns     monthly 1        0     2009-10-30  2009-11-01T02:30  2009-12-01T03:30',
    // A whole day was skipped, and with it even the end of a month.
    'Pacific/Apia         weekly  friday   9     2011-12-24  2011-12-30T19:00  2012-01-05T19:00',
    'Pacific/Apia         monthly 30       9     2011-12-24  2011-12-30T19:00  2012-01-29T19:00',
    'Pacific/Kwajalein    weekly  saturday 9     1993-08-16  1993-08-21T21:00  1993-08-27T21:00',
    'Pacific/Apia         daily   -        9     2011-12-29T20:00  2011-12-30T19:00  2011-12-31T19:00',
    'Asia/Manila          monthly lastday  9     1844-12-02  1845-01-01T00:56:08  1845-01-31T00:56:08',
  ];
  for (const what of table) {
    const [zone = '', rhythm, day = '', time = '', after = '', ...runs] = what.split(/ +/);
    const cadence =
      rhythm === 'daily'
        ? readCadence('daily', { time })
        : cadenceOf(rhythm === 'weekly' ? { weekday: day, time } : { monthday: day, time });
    const [first, second] = runs.map(run => new Date(`${run}Z`));
    assert.deepEqual(nextRuns(cadence, zone, new Date(after), 2), [first, second], what);
    for (let moment = Number(first); moment < Number(second); moment += 15 * minuteLong) {
      assert.deepEqual(nextRun(cadence, zone, new Date(moment)), second, what);
      assert.deepEqual(lastRun(cadence, zone, new Date(moment)), first, what);
    }
    for (let moment = Number(new Date(after)); moment < Number(first); moment += 15 * minuteLong)
      assert.deepEqual(nextRun(cadence, zone, new Date(moment)), first, what);
    assert.ok(lastRun(cadence, zone, new Date(Number(first) - 1))! <= new Date(after), what);
  }
});

test('a month without the given date has its digest on its last day', () => {
  const datesOf = (monthday: string, after: string, count: number) =>
    nextRuns(cadenceOf({ monthday, time: '9' }), 'UTC', new Date(after), count).map(run =>
      run.toISOString().slice(0, 10),
    );
  assert.deepEqual(datesOf('31', '2027-12-31T09:00Z', 3), ['2028-01-31', '2028-02-29', '2028-03-31']);
  assert.deepEqual(datesOf('30', '2027-01-31', 2), ['2027-02-28', '2027-03-30']);
  assert.deepEqual(datesOf('lastday', '2027-01-31T09:00Z', 2), ['2027-02-28', '2027-03-31']);
  assert.deepEqual(datesOf('firstday', '2027-01-01T08:59:59.999Z', 2), ['2027-01-01', '2027-02-01']);
  assert.deepEqual(datesOf('monday', '2026-02-01', 3), ['2026-02-02', '2026-03-02', '2026-04-06']);
  assert.deepEqual(datesOf('sunday', '2026-02-01', 2), ['2026-02-01', '2026-03-01']);
});

test('the machine’s time zone makes no difference', t => {
  const { TZ } = process.env;
  t.after(() => {
    if (TZ === undefined) delete process.env.TZ;
    else process.env.TZ = TZ;
  });
  const offsets = new Set<number>();
  const answers = ['UTC', 'Pacific/Apia', 'America/St_Johns', 'Africa/Casablanca'].map(machine => {
    process.env.TZ = machine;
    offsets.add(new Date(since).getTimezoneOffset());
    const chance = openDice(13);
    return zones.flatMap(zone =>
      anyWishes(chance).flatMap(wish => {
        const cadence = cadenceOf(wish);
        const moment = new Date(since + chance.below(until - since));
        return [...nextRuns(cadence, zone, moment, 2), lastRun(cadence, zone, moment)].map(Number);
      }),
    );
  });
  assert.equal(offsets.size, 4);
  for (const answer of answers) assert.deepEqual(answer, answers[0]);
});

test('an automation that acts on every item has no due time', () => {
  for (const ignored of [undefined, null, {}, 'x', { weekday: 'someday' }]) {
    const cadence = readCadence('every', ignored);
    assert.deepEqual(nextRuns(cadence, 'UTC', new Date(since), 3), []);
    assert.equal(nextRun(cadence, 'UTC', new Date(since)), null);
    assert.equal(lastRun(cadence, 'UTC', new Date(since)), null);
  }
});

test('a weekday, a date and a time are read in every notation', () => {
  const nine = { hour: 9, minute: 0 };
  const friday = { weekday: 'friday', time: '9' };
  assert.deepEqual(readCadence('weekly', friday), { cadence: 'weekly', day: { weekday: 5 }, time: nine });
  for (const same of [
    { weekday: ' Friday\n', time: 9 },
    { weekday: 'FRIDAY', time: ' 09 ' },
    { weekday: 'friday', time: '9:00', monthday: 'someday', more: [1] },
    { weekday: 'friday', time: '09:00', monthday: null },
  ])
    assert.deepEqual(readCadence('weekly', same), readCadence('weekly', friday));
  assert.deepEqual(
    readCadence('weekly', { ...friday, time: 0 }),
    readCadence('weekly', { ...friday, time: '0' }),
  );
  const times = { '0': [0, 0], '23': [23, 0], '9:05': [9, 5], '00:00': [0, 0], '23:59': [23, 59] };
  for (const [time, [hour, minute]] of Object.entries(times))
    assert.deepEqual(readCadence('weekly', { weekday: 'friday', time }), {
      cadence: 'weekly',
      day: { weekday: 5 },
      time: { hour, minute },
    });
  const monthdays = { '01': 1, '1': 1, ' 31 ': 31, '10': 10, FirstDay: 1, lastday: 31 };
  for (const [text, date] of [...Object.entries(monthdays), [31, 31]] as const)
    assert.deepEqual(readCadence('monthly', { monthday: text, time: 9, weekday: 'someday' }), {
      cadence: 'monthly',
      day: { monthday: date },
      time: nine,
    });
  assert.deepEqual(readCadence('monthly', { monthday: 'Sunday', time: 9 }), {
    cadence: 'monthly',
    day: { weekday: 7 },
    time: nine,
  });
});

test('a missing or ambiguous value is refused with the name of the field', () => {
  const wrong = [undefined, null, true, {}, ['9'], Number.NaN, -1, 1.5, '', ' ', '-1', '9.5', '1\n2', '٩'];
  const words = (text: string) => [...wrong, 'x'.repeat(1e6), ...text.split(' ')];
  const refused = {
    weekday: [1, ...words('fri freitag 5 firstday constructor __proto__')],
    monthday: [0, 32, ...words('0 00 32 001 first 1st 1e1 0x1 constructor')],
    time: [24, ...words('24 24:00 9:5 9:60 009 9: :30 9am 09:00:00 09:00Z 1e1')],
  };
  const good = { weekday: 'friday', monthday: '1', time: '9' };
  for (const [cadence, fields] of [
    ['weekly', ['weekday', 'time']],
    ['monthly', ['monthday', 'time']],
  ] as const) {
    readCadence(cadence, good);
    for (const field of fields) {
      assertRefused(cadence, { ...good, [field]: undefined }, `cadence_metadata.${field}: use `);
      for (const value of refused[field])
        assertRefused(cadence, { ...good, [field]: value }, `cadence_metadata.${field}: use `);
    }
    for (const nothing of [undefined, null, {}])
      assertRefused(cadence, nothing, `cadence_metadata.${fields[0]}: use `);
    for (const other of ['monday', 9, true, [], [good]])
      assertRefused(cadence, other, `cadence_metadata: for a ${cadence} digest use an object such as {`);
  }
});

function assertRefused(cadence: Cadence['cadence'], cadence_metadata: unknown, beginning: string): void {
  assert.throws(
    () => readCadence(cadence, cadence_metadata),
    (error: unknown) => {
      assert.ok(error instanceof DomainError);
      assert.equal(error.code, 'cadence_metadata_invalid');
      assert.ok(error.detail.startsWith(beginning) && error.detail.length < 200, error.detail);
      return true;
    },
  );
}

function cadenceOf(wish: Wish): Cadence {
  return readCadence('weekday' in wish ? 'weekly' : 'monthly', wish);
}

function anyWishes(chance: Dice): Wish[] {
  const monthdays = [...weekdays, 'firstday', 'lastday', '1', '15', '29', '30', '31'];
  const time = () => timeOf(chance.below(dayLong));
  return [
    { weekday: chance.pick(weekdays), time: time() },
    { monthday: chance.pick(monthdays), time: time() },
  ];
}

/** Returns cadences at the first and last minute that a clock change skips or repeats. */
function wishesAtChanges(zone: string, chance: Dice): Wish[] {
  const wishes = changesOf(zone).flatMap((change): Wish[] => {
    const stretch = [wallAt(change - 1, zone) + 1, wallAt(change, zone)].sort((a, b) => a - b);
    const wall = chance.pick([stretch[0]!, stretch[1]! - minuteLong]);
    return [
      { weekday: weekdayOf(wall), time: timeOf(wall) },
      { monthday: `${new Date(wall).getUTCDate()}`, time: timeOf(wall) },
    ];
  });
  return [...new Map(wishes.map(wish => [JSON.stringify(wish), wish])).values()];
}

// From here on, a wall clock is the number of milliseconds at which a UTC clock would show the same. The expected times are found day by
// day from the clocks that Intl shows for each zone, independently of the code under test.

type Stretch = { from: number; shift: number };
const histories = new Map<string, Stretch[]>();

function wallAt(moment: number, zone: string): number {
  const history = historyOf(zone);
  if (moment < history[0]!.from || moment > until + weekLong) return shownAt(moment, zone);
  return moment + history.findLast(({ from }) => from <= moment)!.shift;
}

/**
 * Returns the offsets of the zone's clocks from UTC, and since when each applied. Intl is slow, so it is called once a week and around
 * changes.
 */
function historyOf(zone: string): Stretch[] {
  let history = histories.get(zone);
  if (history) return history;
  const shiftAt = (moment: number) => shownAt(moment, zone) - moment;
  const begin = since - weekLong;
  history = [{ from: begin, shift: shiftAt(begin) }];
  for (let week = begin; week <= until; week += weekLong) {
    let [before, after] = [week, week + weekLong];
    const { shift } = history.at(-1)!;
    if (shiftAt(after) === shift) continue;
    while (after - before > 1) {
      const middle = Math.floor((before + after) / 2);
      if (shiftAt(middle) === shift) before = middle;
      else after = middle;
    }
    history.push({ from: after, shift: shiftAt(after) });
  }
  histories.set(zone, history);
  return history;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

function shownAt(moment: number, zone: string): number {
  let clock = clocks.get(zone);
  if (!clock) {
    const numeric = 'numeric';
    clock = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: numeric,
      month: numeric,
      day: numeric,
      hour: numeric,
      minute: numeric,
      second: numeric,
    });
    clocks.set(zone, clock);
  }
  const [month, day, year, hour, minute, second] = clock.format(moment).match(/\d+/g)!.map(Number);
  const millisecond = ((moment % 1000) + 1000) % 1000;
  return Date.UTC(year!, month! - 1, day, hour, minute, second, millisecond);
}

/**
 * Returns the first moment at which the wall clock shows this; if it never does, the moment at which it would if the clocks had not
 * changed.
 */
function momentAt(wall: number, zone: string): number {
  const shift = (moment: number) => wallAt(moment, zone) - moment;
  const unchanged = wall - shift(wall - 1.5 * dayLong);
  const changed = wall - shift(wall + 1.5 * dayLong);
  const shown = [unchanged, changed].filter(moment => wallAt(moment, zone) === wall);
  return shown.length > 0 ? Math.min(...shown) : unchanged;
}

function momentsOf(wish: Wish, zone: string, from: number, to: number): number[] {
  const [hour, minute = 0] = wish.time.split(':').map(Number);
  const moments: number[] = [];
  for (let day = from - 2 * dayLong; day < to + 2 * dayLong; day += dayLong) {
    if (isDayOf(wish, day)) moments.push(momentAt(day + (hour! * 60 + minute) * minuteLong, zone));
  }
  return moments.filter(moment => moment >= from && moment < to);
}

function isDayOf(wish: Wish, day: number): boolean {
  if ('weekday' in wish) return weekdayOf(day) === wish.weekday;
  const date = new Date(day).getUTCDate();
  const isLast = new Date(day + dayLong).getUTCDate() === 1;
  if (wish.monthday === 'firstday') return date === 1;
  if (wish.monthday === 'lastday') return isLast;
  if (weekdays.includes(wish.monthday)) return date <= 7 && weekdayOf(day) === wish.monthday;
  return date === Number(wish.monthday) || (isLast && date < Number(wish.monthday));
}

/** Returns the number of the week, from Monday to Sunday, or of the month. */
function periodOf(wish: Wish, wall: number): number {
  const date = new Date(wall);
  if ('monthday' in wish) return date.getUTCFullYear() * 12 + date.getUTCMonth();
  return Math.floor((wall - Date.UTC(2024, 0, 1)) / (7 * dayLong)); // a Monday
}

/** Returns the moments, to the millisecond, at which the zone's offset from UTC changes. */
function changesOf(zone: string): number[] {
  return historyOf(zone)
    .map(({ from }) => from)
    .filter(from => from > since && from < until);
}

function weekdayOf(wall: number): string {
  return weekdays[(new Date(wall).getUTCDay() + 6) % 7]!;
}

function timeOf(wall: number): string {
  return new Date(wall).toISOString().slice(11, 16);
}
