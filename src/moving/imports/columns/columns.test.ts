import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type DateOrder, openDates, readDate } from './dates.ts';
import { guessColumns } from './guess.ts';
import { splitTags } from './tags.ts';

const address = ['ada@example.org', 'bob@example.com'];
const dates: [text: string, iso: string | null][] = [
  ['2023-04-21 11:16:57', '2023-04-21T11:16:57.000Z'],
  ['2023-04-21T11:16:57.123Z', '2023-04-21T11:16:57.123Z'],
  ['2023-04-21T11:16:57+02:00', '2023-04-21T09:16:57.000Z'],
  ['2023-03-24 10:23:10 UTC', '2023-03-24T10:23:10.000Z'],
  ['2023-01-02 16:55:00.123456+00:00', '2023-01-02T16:55:00.123Z'],
  ['2023-01-02 03:04:05.123456 +0530 IST', '2023-01-01T21:34:05.123Z'],
  ['2023-04-21', '2023-04-21T00:00:00.000Z'],
  ['21.04.2023', '2023-04-21T00:00:00.000Z'],
  ['21.04.2023 14:05', '2023-04-21T14:05:00.000Z'],
  ['04/21/2023 2:05 PM', '2023-04-21T14:05:00.000Z'],
  ['4/3/23', '2023-04-03T00:00:00.000Z'],
  ['2023/04/21 11:16', '2023-04-21T11:16:00.000Z'],
  ['Jan 15, 2026', '2026-01-15T00:00:00.000Z'],
  ['15 January 2026', '2026-01-15T00:00:00.000Z'],
  ['January 15th, 2026 at 3:04 pm', '2026-01-15T15:04:00.000Z'],
  ['Thu, 15 Jan 2026 15:04:05 +0100', '2026-01-15T14:04:05.000Z'],
  ['12 Mar 2025', '2025-03-12T00:00:00.000Z'],
  ['3. März 2021', '2021-03-03T00:00:00.000Z'],
  ['12 de enero de 2023', '2023-01-12T00:00:00.000Z'],
  ['1er août 2022 à 14:05', '2022-08-01T14:05:00.000Z'],
  ['Montag, 2. Oktober 2023 um 9:05 Uhr', '2023-10-02T09:05:00.000Z'],
  ['12 marketing 2023', null],
  ['05/22/2020', '2020-05-22T00:00:00.000Z'],
  ['22/05/2020', '2020-05-22T00:00:00.000Z'],
  ['12:00 AM', null],
  ['1672531200', '2023-01-01T00:00:00.000Z'],
  ['1672531200000', '2023-01-01T00:00:00.000Z'],
  ['0000-00-00 00:00:00', ''],
  [' ', ''],
  ['N/A', ''],
  ['2023-02-30', null],
  ['2023-13-01', null],
  ['yesterday', null],
  ['99999999999999999999', null],
];
for (const [text, iso] of dates)
  test(`the date "${text}" is ${iso === null ? 'not read' : iso || 'none'}`, () =>
    assert.equal(readDate(text, 'month_first'), iso));

/** Reads the cells of a column, and returns their days; null if the order is not known. */
function readColumn(cells: string[], choice?: DateOrder) {
  const dates = openDates(choice);
  for (const cell of cells) dates.learn(cell);
  const days = cells.map(cell => dates.read(cell).slice(0, 10) || null);
  return { days, twofold: dates.twofold(), unread: dates.unread() };
}

test('day and month are told apart by other rows with the same separator', () => {
  assert.deepEqual(readColumn(['03/04/2023', '21/04/2023']).days, ['2023-04-03', '2023-04-21']);
  assert.deepEqual(readColumn(['03/04/2023', '04/21/2023']).days, ['2023-03-04', '2023-04-21']);
  const mixed = readColumn(['03.06.2019', '05/22/2020', '05/06/2020', '21-04-2021', '03-04-2021']);
  assert.deepEqual(mixed.days, ['2019-06-03', '2020-05-22', '2020-05-06', '2021-04-21', '2021-04-03']);
  assert.equal(mixed.twofold, undefined);
});

test('dates that can be read in two ways stay open until somebody chooses the order', () => {
  const cells = ['03/04/2023', '05/05/2023', '2023-04-21', '21.04.2023'];
  const { days, twofold } = readColumn(cells);
  assert.deepEqual(days, [null, '2023-05-05', '2023-04-21', '2023-04-21']);
  assert.deepEqual(twofold, { count: 1, example: '03/04/2023', order: null });
  assert.equal(readColumn(cells, 'day_first').days[0], '2023-04-03');
  assert.equal(readColumn(cells, 'month_first').days[0], '2023-03-04');
  assert.equal(readColumn(cells, 'month_first').twofold?.order, 'month_first');
});

test('a column that contradicts itself is read only where a single reading is possible', () => {
  const cells = ['21/04/2023', '04/21/2023', '03/04/2023', 'soon'];
  const { days, twofold, unread } = readColumn(cells);
  assert.deepEqual(days, ['2023-04-21', '2023-04-21', null, null]);
  assert.equal(twofold?.count, 1);
  assert.deepEqual(unread, { count: 1, example: 'soon' });
});

const dateHeaders: [target: string, headers: string][] = [
  [
    'creation_date',
    `Anmeldedatum;Angemeldet am;Anmeldung;Datum der Anmeldung;Registrierungsdatum;Eintragungsdatum;Beitrittsdatum;Abonniert am;Mitglied seit;
    Hinzugefügt am;Hinzugefuegt am;Erstellt am;Beigetreten;Inscrit;Inscrito;Date d’inscription;Inscrit le;Créé le;Date d'ajout;Abonné depuis;Date d’abonnement;
    Fecha de alta;Alta;Suscrito el;Fecha de suscripción;Fecha de registro;Añadido el;Creado el`,
  ],
  [
    'confirmation_date',
    'Bestätigt am;Bestaetigt am;Datum der Bestätigung;Confirmé le;Date de confirmation;Confirmado el',
  ],
  [
    'unsubscription_date',
    'Abgemeldet am;Abgemeldet;Désinscrit;Abmeldedatum;Gekündigt am;Désinscrit le;Date de désabonnement;Fecha de baja;Dado de baja el',
  ],
];
for (const [target, headers] of dateHeaders)
  for (const header of headers.split(';').map(text => text.trim()))
    test(`the header "${header}" with dates below it is guessed as ${target}`, () =>
      assert.equal(guessColumns(['E-Mail', header], [['ada@example.org', '21.04.2023']])[header], target));

const people: [language: string, headers: string[], expected: string[]][] = [
  [
    'English',
    ['Email Address', 'First Name', 'Last Name', 'Signed up at', 'Tags', 'Plan'],
    [
      'email_address',
      'metadata.first_name',
      'metadata.last_name',
      'metadata.signed_up_at',
      'tags',
      'metadata.plan',
    ],
  ],
  [
    'German',
    ['E-Mail-Adresse', 'Vorname', 'Nachname', 'Gruppen', 'Größe'],
    ['email_address', 'metadata.first_name', 'metadata.last_name', 'tags', 'metadata.größe'],
  ],
  [
    'French',
    ['Adresse e-mail', 'Prénom', 'Nom', 'Étiquettes'],
    ['email_address', 'metadata.first_name', 'metadata.last_name', 'tags'],
  ],
  [
    'Spanish',
    ['Correo electrónico', 'Nombre', 'Apellidos', 'Etiquetas'],
    ['email_address', 'metadata.first_name', 'metadata.last_name', 'tags'],
  ],
  [
    'Italian',
    ['Indirizzo e-mail', 'Nome', 'Cognome'],
    ['email_address', 'metadata.first_name', 'metadata.last_name'],
  ],
  [
    'Portuguese',
    ['Endereço de e-mail', 'Nome completo', 'Grupos'],
    ['email_address', 'metadata.name', 'tags'],
  ],
  [
    'Dutch',
    ['E-mailadres', 'Voornaam', 'Achternaam', 'Groepen'],
    ['email_address', 'metadata.first_name', 'metadata.last_name', 'metadata.groepen'],
  ],
  [
    'Swedish',
    ['E-post', 'Förnamn', 'Efternamn'],
    ['email_address', 'metadata.first_name', 'metadata.last_name'],
  ],
  [
    'Polish',
    ['Adres e-mail', 'Imię', 'Nazwisko'],
    ['email_address', 'metadata.first_name', 'metadata.last_name'],
  ],
  ['Japanese', ['メールアドレス', '氏名'], ['email_address', 'metadata.name']],
  [
    'Russian',
    ['Электронная почта', 'Имя', 'Фамилия'],
    ['email_address', 'metadata.first_name', 'metadata.last_name'],
  ],
];
for (const [language, headers, expected] of people)
  test(`columns with the usual ${language} headers are recognised`, () => {
    const rows = address.map(one => headers.map((_, at) => (at === 0 ? one : 'x')));
    assert.deepEqual(Object.values(guessColumns(headers, rows)), expected);
  });

test('the address is found by the contents of a column, and a column whose contents contradict its name is kept as it is', () => {
  const rows = address.map(one => ['Sales', one, 'soon', 'Customer']);
  assert.deepEqual(guessColumns(['Email', 'Kontakt', 'Created at', 'Type'], rows), {
    Email: 'metadata.email',
    Kontakt: 'email_address',
    'Created at': 'metadata.created_at',
    Type: 'metadata.type',
  });
});

test('a second column with the same meaning is kept in the metadata under a key of its own', () => {
  const rows = address.map(one => [one, 'other@example.org', '2023-01-01', '2023-01-02', 'a', 'b']);
  const headers = ['Email', 'E-Mail', 'Created at', 'Signup date', 'Colour', 'colour!'];
  assert.deepEqual(Object.values(guessColumns(headers, rows)), [
    'email_address',
    'metadata.e_mail',
    'creation_date',
    'metadata.signup_date',
    'metadata.colour',
    'metadata.colour_2',
  ]);
});

const tags: [cell: string, names: string[]][] = [
  ['', []],
  ['one', ['one']],
  ['one, two,one', ['one', 'two']],
  ['one;two', ['one', 'two']],
  ['one|two', ['one', 'two']],
  ['"one","two; three"', ['one', 'two; three']],
  ['"a, b",c', ['a b', 'c']],
  ['"say ""hi""", "back\\"slash"', ['say "hi"', 'back"slash']],
  ['["x","y"]', ['x', 'y']],
  ['[{"id":1,"name":"x"}]', ['x']],
  ['"open', ['open']],
  [`${'x'.repeat(150)}`, ['x'.repeat(100)]],
];
for (const [cell, names] of tags)
  test(`the tags of ${JSON.stringify(cell.slice(0, 40))} are ${JSON.stringify(names).slice(0, 60)}`, () =>
    assert.deepEqual(splitTags(cell), names));
