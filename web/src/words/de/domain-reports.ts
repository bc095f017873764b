import { counted, number } from '../counted.ts';
import type { domainReports as english } from '../domain-reports.ts';
import type { Translated } from '../translated.ts';

const messages = (count: number) => counted(count, 'Nachricht', 'Nachrichten');

export const domainReports: Translated<typeof english> = {
  title: 'Wer in diesem Namen sendet',
  summary: (domain, { messages: all, passed }) =>
    `In den letzten 30 Tagen meldeten Empfänger ${messages(all)} im Namen von ${domain}. DKIM oder SPF bestanden ${passed === all ? 'alle' : `${number(passed)} davon`}.`,
  reports: count => counted(count, 'Bericht', 'Berichte'),
  last: 'der letzte über den',
  empty:
    'Keine Berichte in den letzten 30 Tagen. Empfänger melden einmal am Tag, wer Mails im Namen der Domain sendet, wenn der DMARC-Eintrag darum bittet. Die ersten Berichte kommen ein bis zwei Tage, nachdem er veröffentlicht ist.',
  no_mailbox:
    'Empfänger können melden, wer Mails im Namen der Domain sendet, brauchen dafür aber ein Postfach, das Postrider liest. Wenn BOUNCE_DOMAIN gesetzt ist, schlägt die Prüfung die Einträge vor.',
  passed: (passed, all) => `${number(passed)} von ${counted(all, 'Nachricht', 'Nachrichten')} bestanden`,
  standings: {
    ours: 'Von hier gesendet',
    forwarded: 'Von hier weitergeleitet',
    allowed: 'Darf senden',
    stranger: 'Nicht authentifiziert',
  },
  through: service => `über ${service}`,
  key: selector => `Schlüssel ${selector}`,
  as: domains => `als ${domains.join(', ')}`,
  rejected: count => `${number(count)} abgelehnt`,
  quarantined: count => `${number(count)} in den Spam-Ordner`,
  since: 'seit',
  until: 'bis',
  told: organisations => `gemeldet von ${organisations.join(', ')}`,
  others: count => `${counted(count, 'weitere Quelle', 'weitere Quellen')} mit weniger Nachrichten.`,
  tls: 'Verschlüsselung eingehender Mails',
  tls_note: (failed, sessions) =>
    failed === 0
      ? `Verschlüsselt waren alle gemeldeten Verbindungen (${number(sessions)}).`
      : `${number(failed)} von ${counted(sessions, 'Verbindung', 'Verbindungen')} ${failed === 1 ? 'ließ' : 'ließen'} sich nicht verschlüsseln.`,
  connections: count => counted(count, 'Verbindung', 'Verbindungen'),
  reporters: 'Wer berichtet',
  reporters_note:
    'Berichte kann jeder senden und sich dabei beliebig nennen. Deshalb zeigt Postrider sie nur und richtet sich nie nach ihnen.',
  by: sender => (sender === '' ? 'Absender unbekannt' : `von ${sender}`),
};
