// Beginnings of month names in feeds, without accents: European languages, Turkish, Indonesian, Arabic and Hebrew. A
// word is the month with the longest matching beginning.
const beginnings = [
  'jan jän gen ene ian sty led tammi oca ιαν янв січ яну يناير ינו',
  'feb fev unor úno helmi şub φεβ фев лют فبراير פבר',
  'mar mrt maart maer brez bře maaliskuu μαρ мар бер مارس מרץ',
  'apr avr abr kwi dub huhti nis απρ апр кві ابريل אפר',
  'may mai mag mei maj kve touko μαι мая май тра مايو מאי',
  'jun jui giu cze cerven cervn kesä haz iun ιουν июн юни чер يونيو יונ',
  'jul juil lug lip cervenc cervenec heinä tem iul ιουλ июл юли лип يوليو יול',
  'aug aou ago sie srp elo agu αυγ авг сер اغسطس אוג',
  'sep set szep wrz zar syys eyl σεπ сен сеп вер سبتمبر ספט',
  'oct okt out ott paz rij loka eki οκτ окт жов اكتوبر אוק',
  'nov noi noe lis marras kas νοε ноя ное лис نوفمبر נוב',
  'dec dez dic gru pros joulu ara des δεκ дек гру ديسمبر דצמ',
].map(words => words.split(' ').map(plain));

// Weekdays that begin like a month.
const weekdays = new Set(['marti', 'mardi', 'martes', 'martedi', 'pazar', 'pazartesi']);

/** Returns the month (1 to 12) that a word names; undefined for other words. */
export function monthOf(word: string): number | undefined {
  const letters = plain(word);
  if (letters.length < 3 || weekdays.has(letters)) return undefined;
  let best = 0;
  let month: number | undefined;
  beginnings.forEach((words, index) => {
    for (const beginning of words) {
      if (beginning.length > best && letters.startsWith(beginning)) {
        best = beginning.length;
        month = index + 1;
      }
    }
  });
  return month;
}

function plain(word: string): string {
  return word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Names of time zones, with minutes east of Greenwich. */
const zones = tableOf(`
  nst -210, ndt -150, ast -240, adt -180, est -300, edt -240, cst -360, cdt -300, mst -420, mdt -360,
  pst -480, pdt -420, akst -540, akdt -480, hst -600, hdt -540, et -300, ct -360, mt -420, pt -480,
  brt -180, brst -120, art -180, clt -240, wet 0, west 60, bst 60, cet 60, cest 120, met 60, mest 120,
  mez 60, mesz 120, eet 120, eest 180, msk 180, msd 240, trt 180, sast 120, cat 120, eat 180, wat 60,
  ist 330, pkt 300, npt 345, wib 420, ict 420, sgt 480, hkt 480, pht 480, myt 480, awst 480, jst 540,
  kst 540, acst 570, acdt 630, aest 600, aedt 660, nzst 720, nzdt 780`);

function tableOf(text: string): ReadonlyMap<string, number> {
  return new Map(
    [...text.matchAll(/([a-z]+) (-?\d+)/g)].map(([, name, minutes]) => [name!, Number(minutes)]),
  );
}

/** Returns the offset of a time zone in minutes east of Greenwich; 0 if there is none. A numeric offset wins over a name. */
export function minutesOfZone(text: string): number {
  const offset = /([+-]) ?(\d{1,2}):?(\d\d)?(?!\d)/.exec(text);
  if (offset) {
    const minutes = Number(offset[2]) * 60 + Number(offset[3] ?? 0);
    if (minutes > 15 * 60) return 0;
    return offset[1] === '-' ? -minutes : minutes;
  }
  for (const [word] of text.matchAll(/[a-z]+/g)) {
    const minutes = zones.get(word);
    if (minutes !== undefined) return minutes;
  }
  return 0;
}
