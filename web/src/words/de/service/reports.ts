import type { reports as english } from '../../../../../src/platform/sentences/reports.ts';
import type { Translated } from '../../translated.ts';

export const reports: Translated<typeof english> = {
  sender_refused:
    'Der Mailserver lehnt den Absender ab, nicht die Empfänger. Die Prüfung des Absenders ansehen, beheben, was die Antwort nennt, dann erneut senden.',
  addresses_gone:
    'Diese Adressen gibt es nicht mehr. Sie bekommen keine weiteren E‑Mails, und es ist nichts zu tun.',
  content_refused:
    'Der Empfänger lehnt den Absender oder den Inhalt ab, was nichts über die Adressen sagt. Die Prüfung des Absenders und die Links in der E‑Mail ansehen; lehnt nur eine Domain ab, ihren Postmaster fragen.',
  temporary:
    'Ein vorübergehendes Problem, etwa ein volles Postfach oder ein beschäftigter Server. Nichts zu tun: Die nächste E‑Mail geht wie üblich hinaus, und eine Adresse, die immer wieder scheitert, wird gesperrt.',
};
