import type { sequence_letters as english } from '../sequence-letters.ts';
import type { Translated } from '../translated.ts';
import { you } from './you.ts';

export const sequence_letters: Translated<typeof english> = {
  welcome: [
    {
      subject: 'Willkommen bei {{ newsletter.name }}',
      body: you(
        'Hallo,\n\nschön, dass du da bist. Das erwartet dich hier, und so oft schreibe ich.\n\nWenn du magst, antworte auf diesen Brief und erzähl mir, was dich hierher geführt hat. Ich lese jede Antwort.',
        'Guten Tag,\n\nschön, dass Sie da sind. Das erwartet Sie hier, und so oft schreibe ich.\n\nWenn Sie mögen, antworten Sie auf diesen Brief und erzählen Sie mir, was Sie hierher geführt hat. Ich lese jede Antwort.',
      ),
    },
    {
      subject: 'Drei Texte für den Anfang',
      body: you(
        'Hallo noch einmal,\n\nneue Leser fragen oft, wo sie anfangen sollen. Diese drei Texte mochten andere am liebsten:\n\n1. \n2. \n3. ',
        'Guten Tag,\n\nneue Leser fragen oft, wo sie anfangen sollen. Diese drei Texte mochten andere am liebsten:\n\n1. \n2. \n3. ',
      ),
    },
    {
      subject: you('Eine Frage an dich', 'Eine Frage an Sie'),
      body: you(
        'Hallo,\n\nseit einer Woche liest du mit. Worüber möchtest du gern mehr lesen? Antworte mit ein oder zwei Zeilen; das hilft mir bei der Auswahl.',
        'Guten Tag,\n\nseit einer Woche lesen Sie mit. Worüber möchten Sie gern mehr lesen? Antworten Sie mit ein oder zwei Zeilen; das hilft mir bei der Auswahl.',
      ),
    },
  ],
  lesson: day => ({
    subject: `Tag ${day}: `.trim(),
    body: `Guten Morgen,\n\ndas ist Tag ${day} von sieben.\n\n## Worum es geht\n\n\n\n## Selbst ausprobieren\n\n`,
  }),
  win_back: [
    {
      subject: you('Ist das noch etwas für dich?', 'Ist das noch etwas für Sie?'),
      body: you(
        'Hallo,\n\ndu bist hier länger keinem Link mehr gefolgt. Das hast du verpasst:\n\n- \n\nWenn du bleiben möchtest, folge einem dieser Links. Wenn nicht, ist das auch in Ordnung: Der Link zum Abmelden steht unten.',
        'Guten Tag,\n\nSie sind hier länger keinem Link mehr gefolgt. Das haben Sie verpasst:\n\n- \n\nWenn Sie bleiben möchten, folgen Sie einem dieser Links. Wenn nicht, ist das auch in Ordnung: Der Link zum Abmelden steht unten.',
      ),
    },
    {
      subject: 'Soll ich nicht mehr schreiben?',
      body: you(
        'Hallo,\n\nich möchte dein Postfach nicht mit etwas füllen, das du nicht liest. Wenn du meine Briefe weiter bekommen möchtest, folge einem Link in diesem hier.',
        'Guten Tag,\n\nich möchte Ihr Postfach nicht mit etwas füllen, das Sie nicht lesen. Wenn Sie meine Briefe weiter bekommen möchten, folgen Sie einem Link in diesem hier.',
      ),
    },
  ],
  birthday: {
    subject: 'Alles Gute zum Geburtstag!',
    body: you(
      'Hallo,\n\nich wünsche dir ein wunderbares Jahr. Danke, dass du mitliest.',
      'Guten Tag,\n\nich wünsche Ihnen ein wunderbares Jahr. Danke, dass Sie mitlesen.',
    ),
  },
  thanks: [
    {
      subject: 'Danke',
      body: you(
        'Hallo,\n\ndanke, dass du für {{ newsletter.name }} zahlst. Du machst ihn möglich. Das kannst du jetzt lesen, andere aber nicht:\n\n- ',
        'Guten Tag,\n\ndanke, dass Sie für {{ newsletter.name }} zahlen. Sie machen ihn möglich. Das können Sie jetzt lesen, andere aber nicht:\n\n- ',
      ),
    },
    {
      subject: 'Einen Monat später',
      body: you(
        'Hallo,\n\nseit einem Monat unterstützt du {{ newsletter.name }}. Findest du, was du dir erhofft hast? Antworte mit einer Zeile; ich lese jede Antwort.',
        'Guten Tag,\n\nseit einem Monat unterstützen Sie {{ newsletter.name }}. Finden Sie, was Sie sich erhofft haben? Antworten Sie mit einer Zeile; ich lese jede Antwort.',
      ),
    },
  ],
};
